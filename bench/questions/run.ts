import { option } from '../options.ts';
import { drive, driverOf, type Question } from './drive.ts';
import { measure } from './measure.ts';
import { questionsOf } from './questions.ts';
import { difference, printHead, printRow } from './report.ts';
import { type Running, startApp, startFloor } from './servers.ts';
import { onData } from './stage.ts';

/*
 * npm run bench:questions -- [--scale tenth|full] [--connections 1,16,64] [--rounds 5] [--seconds 1] [--only words]
 *
 * Asks the built app and the floor the same questions on the data of bench:data, in turns, and prints what an answer
 * costs: processor time of the server and of PostgreSQL, and their ratio. Linux only (/proc).
 */

const WARM_UP_MS = 500;
const scale = option('scale', 'tenth');
const rounds = Number(option('rounds', '5'));
const ms = Number(option('seconds', '1')) * 1_000;
const connections = option('connections', '1,16,64').split(',').map(Number);
const only = option('only', '');

/** Every server takes its own turns, so that neither undoes what the other wrote. */
function turnsOf(): (server: Running) => () => number {
  const turns = new Map<Running, number>();
  return (server) => () => {
    const turn = turns.get(server) ?? 0;
    turns.set(server, turn + 1);
    return turn;
  };
}

/** The floor must say what the app says, to the byte. */
async function compare(question: Question, app: Running, floor: Running): Promise<void> {
  const said = [];
  for (const server of [floor, app]) {
    const driver = driverOf(server, 1);
    said.push((await driver.ask(question, 0)).text);
    driver.close();
  }
  const [theirs = '', ours = ''] = said;
  if (theirs !== ours) throw new Error(`${question.name}: the floor differs\n${difference(theirs, ours)}`);
}

/** The compiler of JavaScript improves code that is used much; a server that has just started shows the opposite. */
async function warmUp(questions: readonly Question[], servers: readonly Running[]): Promise<void> {
  const turnOf = turnsOf();
  for (const server of servers) {
    for (const question of questions.filter(({ kind }) => kind !== 'write'))
      await drive(server, question, { connections: 4, ms: WARM_UP_MS, nextTurn: turnOf(server) });
  }
}

await onData(scale, async ({ pool, url, postmaster }) => {
  const app = await startApp(url, pool);
  const floor = await startFloor(url);
  try {
    const asked = (await questionsOf(pool)).filter(({ name }) => name.includes(only));
    for (const question of asked) if (question.kind !== 'write') await compare(question, app, floor);
    await warmUp(asked, [app, floor]);
    for (const count of connections) {
      printHead(`${scale}, ${count} ${count === 1 ? 'connection' : 'connections'}`);
      for (const question of asked) {
        await app.renew();
        const turnOf = turnsOf();
        const measured = await measure({ app, floor }, { rounds, ms, postmaster }, (server, time) =>
          drive(server, question, { connections: count, ms: time, nextTurn: turnOf(server) }),
        );
        if (!printRow(question, measured)) process.exitCode = 1;
      }
    }
  } finally {
    await app.stop();
    await floor.stop();
  }
});
