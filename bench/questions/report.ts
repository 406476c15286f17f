import type { Question } from './drive.ts';
import type { Cost, Measured } from './measure.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const HEAD =
  '| question | app | app db | floor | floor db | ratio | target | app /s | floor /s | app p50 | p99 | floor p50 | p99 |';

/** Most the app may cost: a multiple of the floor (the issue "Fast at a million trucks"). */
function targetOf({ kind }: Question, floor: Cost): number {
  if (kind === 'write') return 2;
  return floor.own + floor.database > 0.5 ? 1.3 : 1.5;
}

export function printHead(title: string): void {
  say(`\n${title}: processor time in ms for one answer, answers in a second, times in ms\n`);
  say(HEAD);
  say(HEAD.replace(/[^|]+/g, ' --- '));
}

/** @returns whether the target is met */
export function printRow(question: Question, { app, floor, ratio }: Measured): boolean {
  const target = targetOf(question, floor);
  const isMet = ratio <= target;
  const cells = [
    question.name,
    ...[app.own, app.database, floor.own, floor.database].map((value) => value.toFixed(2)),
    `${ratio.toFixed(2)}${isMet ? '' : ' ✗'}`,
    String(target),
    ...[app.perSecond, floor.perSecond].map((value) => value.toFixed(0)),
    ...[app.p50, app.p99, floor.p50, floor.p99].map((value) => value.toFixed(1)),
  ];
  say(`| ${cells.join(' | ')} |`);
  return isMet;
}

/** Where two replies part, with a little of both. */
export function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `floor …${around(one)}…\napp   …${around(other)}…`;
}
