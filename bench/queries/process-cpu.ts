import { readdirSync, readFileSync } from 'node:fs';

/*
 * Processor time of processes in milliseconds, read from /proc. The time is exact for running processes, and
 * counted in ticks of 10 ms for ended processes.
 */

const TICK_MS = 10;

/** The processor time of a process, summed over its running threads. */
export function processCpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of listOrEmpty(`/proc/${pid}/task`)) {
    const [running = '0'] = readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    nanoseconds += Number(running);
  }
  return nanoseconds / 1e6;
}

/**
 * The processor time of a PostgreSQL server: of the postmaster, its running child processes and its ended child
 * processes.
 */
export function postgresCpuMs(postmaster: number): number {
  const living = childrenOf(postmaster).reduce(
    (sum, pid) => sum + processCpuMs(pid),
    processCpuMs(postmaster),
  );
  const fields = readStat(postmaster);
  return living + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

export function parentOf(pid: number): number {
  return Number(readStat(pid)[1]);
}

function childrenOf(parent: number): number[] {
  return listOrEmpty('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** The fields of /proc/PID/stat after the process name: 0 is the state, 1 the parent's PID. */
function readStat(pid: number): string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function listOrEmpty(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns an empty string when the process has ended. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
