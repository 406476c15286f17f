import { allocationRow } from '@spichlerz/shared/wire/allocations';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { contractorCard } from '@spichlerz/shared/wire/contractor-card';
import { contractorRow } from '@spichlerz/shared/wire/contractors';
import { allocatedRow, contractRecord } from '@spichlerz/shared/wire/contracts';
import { rawMaterialUsage } from '@spichlerz/shared/wire/materials';
import { settlementRow } from '@spichlerz/shared/wire/settlements';
import type { Topic } from '@spichlerz/shared/wire/topics';
import { transportRow } from '@spichlerz/shared/wire/transports';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { marginsQuery } from './margins.ts';
import { rawMaterialUsageQuery } from './materials.ts';
import { attentionsQuery, positionsQuery } from './positions.ts';
import { staleKeys } from './query-keys.ts';

const [usage = ''] = rawMaterialUsageQuery.queryKey;
/** The schemas of the records whose query keys start with `key`. */
const RECORDS_BY_KEY: readonly (readonly [key: string, what: z.ZodType])[] = [
  ['contract', contractRecord],
  ['contract', allocatedRow],
  ['contract', contractorCard],
  ['allocation', allocationRow],
  ['allocation', allocatedRow],
  ['transport', transportRow],
  ['settlement', settlementRow],
  ['contractor', contractorRow],
  ['contractor', carriers.get.reply],
  [usage, rawMaterialUsage],
];

/** Row fields that show data of the topic's records. No row shows a session. */
const FIELDS_BY_TOPIC: Readonly<Record<Exclude<Topic, 'session'>, readonly string[]>> = {
  contract: ['documentNumber', 'usedIn'],
  allocation: ['allocated'],
  transport: ['registrationNumber', 'inDelivery', 'delivered', 'transportCount'],
  settlement: ['settlementId'],
  contractor: ['supplier', 'recipient', 'purchaseSupplier', 'salesRecipient'],
  material: ['rawMaterial', 'rawMaterialName', 'rawMaterialQualityTitle', 'cargoName'],
  user: ['owner'],
};

test.each(Object.entries(FIELDS_BY_TOPIC))(
  'a change of the topic "%s" marks every query with data of this topic as stale',
  (topic, fields) => {
    const affected = RECORDS_BY_KEY.filter(([, what]) => fields.some((field) => fieldsOf(what).has(field)));
    expect(affected).not.toEqual([]);
    const missed = affected.map(([key]) => key).filter((key) => !staleKeys(topic as Topic).includes(key));
    expect(missed).toEqual([]);
  },
);

test.each(['contract', 'transport', 'settlement', 'material'] as const)(
  'a change of the topic "%s" marks the positions and the counts of pending work as stale',
  (topic) => {
    const keys = [positionsQuery({ dateFrom: '', dateTo: '' }), attentionsQuery].map(
      ({ queryKey }) => queryKey[0],
    );
    for (const key of keys) expect(staleKeys(topic)).toContain(key);
  },
);

test.each(['transport', 'settlement', 'contractor', 'material', 'user'] as const)(
  'a change of the topic "%s" marks the margins as stale',
  (topic) => {
    expect(staleKeys(topic)).toContain(marginsQuery({ groupBy: 'RECIPIENT' }).queryKey[0]);
  },
);

function fieldsOf(what: z.ZodType): Set<string> {
  const found = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties } = schema as { properties?: object };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    for (const part of Object.values(schema)) collect(part);
  };
  collect(z.toJSONSchema(what, { io: 'output', unrepresentable: 'any' }));
  return found;
}
