import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot } from '../repository-root.ts';

type Outcome = { code: number | null; out: string; err: string };

/** Runs a server command to its end; `typed` is its standard input. */
export async function runCommand(
  [script, ...args]: readonly [script: string, ...args: string[]],
  { typed: stdin = '', env }: { typed?: string | undefined; env: Record<string, string> },
): Promise<Outcome> {
  const tsx = path.join(repositoryRoot, 'node_modules/tsx/dist/cli.mjs');
  const child = spawn(process.execPath, [tsx, path.join('server/src/cli', script), ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}
