import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type ProcessInfo = { parent: number; zombie: boolean; command: string };

/** Reads a process from /proc or `ps`; undefined when it does not exist. */
export const findProcess = (pid: number): ProcessInfo | undefined =>
  existsSync('/proc/self/stat') ? findInProc(pid) : findWithPs(pid);

const findInProc = (pid: number): ProcessInfo | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces and parentheses.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { parent: Number(parent), zombie: state === 'Z', command };
  } catch {
    return isAlive(pid) ? { parent: 0, zombie: false, command: '' } : undefined;
  }
};

const findWithPs = (pid: number): ProcessInfo | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,state=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const found = /^\s*(\d+)\s+(\S+)\s+(.*)$/s.exec(stdout);
  if (found === null) return undefined;
  const [, parent, state = '', command = ''] = found;
  return { parent: Number(parent), zombie: state.startsWith('Z'), command: command.trim() };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
