import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of processes, in milliseconds, from /proc: to the nanosecond for those that live, ticks for the dead. */

const TICK_MS = 10;

/** Of a process with all its threads. */
export function cpuOf(pid: number): number {
  let nanoseconds = 0;
  for (const thread of entries(`/proc/${pid}/task`)) {
    const [running = '0'] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    nanoseconds += Number(running);
  }
  return nanoseconds / 1e6;
}

/** Of a PostgreSQL server: the postmaster, everything it started, and what it started that has ended meanwhile. */
export function cpuOfServer(postmaster: number): number {
  const living = childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), cpuOf(postmaster));
  const fields = statOf(postmaster);
  return living + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

function childrenOf(parent: number): number[] {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** The fields of /proc/PID/stat after the name: 0 is the state, 1 the parent. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
