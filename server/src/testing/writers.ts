import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Envelope, Program } from './program.ts';
import { until } from './until.ts';

/*
 * Clients that write while the server fails, and a record of acknowledged writes. A write without a reply is
 * sent again with the same key, and must then exist exactly once.
 */

const CREATE = '/contractor/supplier/create';

export type Writers = {
  /** The number of acknowledged writes. */
  count(): number;
  /** Starts concurrent writers that run until the work ends. */
  writeDuring(work: () => Promise<void>): Promise<void>;
  /** Repeats the writes that got no reply, and records the results as acknowledged. */
  resendUncertain(context: object): Promise<void>;
  /** Verifies that each acknowledged write exists unchanged, without duplicates or unknown rows. */
  verifyAcknowledged(): Promise<void>;
};

export function startWriters(program: Program, concurrency: number): Writers {
  const acknowledged = new Map<string, number>();
  const uncertain = new Set<string>();
  let number = 0;

  const send = (nip: string): Promise<Envelope> => program.post(CREATE, supplier(nip), nip);
  const write = async (isOver: () => boolean) => {
    while (!isOver()) {
      const nip = String(7_000_000_000 + ++number);
      uncertain.add(nip);
      while (uncertain.has(nip) && !isOver()) {
        const reply = await send(nip).catch(() => null);
        if (reply?.success) acknowledge(nip, reply);
        else await wait(20);
      }
    }
  };
  const acknowledge = (nip: string, { result }: Envelope) => {
    acknowledged.set(nip, (result as { id: number }).id);
    uncertain.delete(nip);
  };
  /** Repeats the request until there is a reply, and while the reply reports a missing database. */
  const sendUntilAnswered = async (nip: string): Promise<Envelope> => {
    let answer: Envelope = { success: false, result: null };
    await until(async () => {
      const reply = await send(nip).catch(() => null);
      if (reply === null) return false;
      answer = reply;
      return reply.success || (reply.result as { message_code: string }).message_code !== 'MISSING_DATABASE';
    }, 60_000);
    return answer;
  };

  return {
    count: () => acknowledged.size,
    async writeDuring(work) {
      let isOver = false;
      const writers = Array.from({ length: concurrency }, () => write(() => isOver));
      try {
        await work();
      } finally {
        isOver = true;
        await Promise.all(writers);
      }
    },
    async resendUncertain(context) {
      for (const nip of uncertain) {
        const reply = await sendUntilAnswered(nip);
        const why = reply.success ? null : reply.result;
        expect({ ...context, nip, why }).toEqual({ ...context, nip, why: null });
        acknowledge(nip, reply);
      }
    },
    async verifyAcknowledged() {
      for (const [nip, id] of acknowledged) {
        expect(await program.get(`/contractor/supplier/${id}`)).toMatchObject({
          success: true,
          result: { nip },
        });
      }
      expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
      const { result } = await program.post('/contractor/supplier/list', { search: SURNAME, limit: 1 });
      expect(result).toMatchObject({ filtered: acknowledged.size });
    },
  };
}

const SURNAME = 'Ostoja-Awaryjny';

function supplier(nip: string): object {
  return {
    accounting_method: 'VAT',
    label: 'FIRMA',
    company_name: `AWARIA ${nip}`,
    last_name: `${SURNAME} ${nip}`,
    nip,
  };
}
