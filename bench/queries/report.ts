import type { BenchQuery } from './drive.ts';
import type { Cost, Measurement } from './measure.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const HEADER =
  '| query | app | app db | baseline | baseline db | ratio | target | app /s | baseline /s | app p50 | p99 | baseline p50 | p99 |';

/** The largest allowed ratio of the processor times of app and baseline. */
function targetRatio({ kind }: BenchQuery, baseline: Cost): number {
  if (kind === 'write') return 2;
  return baseline.serverMs + baseline.databaseMs > 0.5 ? 1.3 : 1.5;
}

export function printHeader(title: string): void {
  print(`\n${title}: processor time in ms for one response, responses in a second, times in ms\n`);
  print(HEADER);
  print(HEADER.replace(/[^|]+/g, ' --- '));
}

/** @returns whether the target is met */
export function printRow(query: BenchQuery, { app, baseline, ratio }: Measurement): boolean {
  const target = targetRatio(query, baseline);
  const isMet = ratio <= target;
  const cells = [
    query.name,
    ...[app.serverMs, app.databaseMs, baseline.serverMs, baseline.databaseMs].map((value) =>
      value.toFixed(2),
    ),
    `${ratio.toFixed(2)}${isMet ? '' : ' ✗'}`,
    String(target),
    ...[app.perSecond, baseline.perSecond].map((value) => value.toFixed(0)),
    ...[app.p50, app.p99, baseline.p50, baseline.p99].map((value) => value.toFixed(1)),
  ];
  print(`| ${cells.join(' | ')} |`);
  return isMet;
}

/** Returns the text of both replies around their first difference. */
export function describeDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `baseline …${around(one)}…\napp   …${around(other)}…`;
}
