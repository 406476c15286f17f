import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot } from '../repository-root.ts';

type Outcome = { code: number | null; out: string; err: string };

/** Runs a program of server/dist to its end; `typed` is its standard input. */
export async function runCommand(
  [program, ...args]: readonly [program: string, ...args: string[]],
  { typed: stdin = '', env }: { typed?: string | undefined; env: Record<string, string> },
): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join('server/dist', `${program}.js`), ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
