import { postgresCpuMs, processCpuMs } from './process-cpu.ts';
import type { RunningServer } from './servers.ts';

/** The cost of one query on one server. Times are in milliseconds. */
export type Cost = {
  readonly calls: number;
  /** Processor time per response: of the server process and of PostgreSQL. */
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

export type Measurement = {
  readonly app: Cost;
  readonly baseline: Cost;
  /** The processor time of the app divided by that of the baseline: the median over the rounds. */
  readonly ratio: number;
};

type Round = { readonly times: readonly number[]; readonly serverMs: number; readonly databaseMs: number };

/** Measures both servers in turn, so that other load on the machine affects both. */
export async function measure(
  { app, baseline }: { app: RunningServer; baseline: RunningServer },
  { rounds, ms, postmaster }: { rounds: number; ms: number; postmaster: number },
  run: (server: RunningServer, ms: number) => Promise<number[]>,
): Promise<Measurement> {
  const round = async (server: RunningServer): Promise<Round> => {
    const serverBefore = processCpuMs(server.pid);
    const databaseBefore = postgresCpuMs(postmaster);
    const times = await run(server, ms);
    return {
      times,
      serverMs: (processCpuMs(server.pid) - serverBefore) / times.length,
      databaseMs: (postgresCpuMs(postmaster) - databaseBefore) / times.length,
    };
  };
  // Warms up query plans, caches and the JIT compiler without measuring.
  for (const server of [app, baseline]) await run(server, ms / 2);
  const appRounds: Round[] = [];
  const baselineRounds: Round[] = [];
  for (let iteration = 0; iteration < rounds; iteration++) {
    appRounds.push(await round(app));
    baselineRounds.push(await round(baseline));
  }
  const ratios = appRounds.map((one, iteration) => {
    const other = baselineRounds[iteration];
    return other === undefined
      ? Number.NaN
      : (one.serverMs + one.databaseMs) / (other.serverMs + other.databaseMs);
  });
  return { app: costOf(appRounds, ms), baseline: costOf(baselineRounds, ms), ratio: median(ratios) };
}

function costOf(rounds: readonly Round[], ms: number): Cost {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    calls: times.length,
    serverMs: median(rounds.map((round) => round.serverMs)),
    databaseMs: median(rounds.map((round) => round.databaseMs)),
    perSecond: (times.length * 1000) / (rounds.length * ms),
    p50: at(0.5),
    p99: at(0.99),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
