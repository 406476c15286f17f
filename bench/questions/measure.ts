import { cpuOf, cpuOfServer } from './process-cpu.ts';
import type { Running } from './servers.ts';

/** What one question costs one server. Times in milliseconds. */
export type Cost = {
  readonly asked: number;
  /** Processor time of an answer: the server's own, and PostgreSQL's. */
  readonly own: number;
  readonly database: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

export type Measured = {
  readonly app: Cost;
  readonly floor: Cost;
  /** Of processor time, app to floor: the median over the rounds. */
  readonly ratio: number;
};

type Round = { readonly times: readonly number[]; readonly own: number; readonly database: number };

/** Both servers in turns, so that whatever else the machine does falls on both. */
export async function measure(
  { app, floor }: { app: Running; floor: Running },
  { rounds, ms, postmaster }: { rounds: number; ms: number; postmaster: number },
  drive: (server: Running, ms: number) => Promise<number[]>,
): Promise<Measured> {
  const round = async (server: Running): Promise<Round> => {
    const ownBefore = cpuOf(server.pid);
    const databaseBefore = cpuOfServer(postmaster);
    const times = await drive(server, ms);
    return {
      times,
      own: (cpuOf(server.pid) - ownBefore) / times.length,
      database: (cpuOfServer(postmaster) - databaseBefore) / times.length,
    };
  };
  // unmeasured: plans, caches and the compiler settle
  for (const server of [app, floor]) await drive(server, ms / 2);
  const ofApp: Round[] = [];
  const ofFloor: Round[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    ofApp.push(await round(app));
    ofFloor.push(await round(floor));
  }
  const ratios = ofApp.map((one, turn) => {
    const other = ofFloor[turn];
    return other === undefined ? Number.NaN : (one.own + one.database) / (other.own + other.database);
  });
  return { app: costOf(ofApp, ms), floor: costOf(ofFloor, ms), ratio: median(ratios) };
}

function costOf(rounds: readonly Round[], ms: number): Cost {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    asked: times.length,
    own: median(rounds.map((round) => round.own)),
    database: median(rounds.map((round) => round.database)),
    perSecond: (times.length * 1000) / (rounds.length * ms),
    p50: at(0.5),
    p99: at(0.99),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
