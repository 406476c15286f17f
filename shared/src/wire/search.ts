import { z } from 'zod';
import { CONTRACT_STATUSES } from '../domain/contract.ts';
import { SIDES } from '../domain/side.ts';
import { TRANSPORT_STATUSES } from '../domain/transport.ts';
import { endpoint } from './endpoint.ts';
import { dayReply, id, text } from './field.ts';

/** The kinds of invoices: of suppliers, to recipients, of carriers. */
export const INVOICE_KINDS = ['PURCHASE', 'SALES', 'FREIGHT'] as const;

/**
 * Finds records of every kind by the search columns of their lists, except invoices, which are found by the
 * beginning of their number. Returns at most eight of a kind, the newest first. A query needs a word of at
 * least three letters or digits, because an index cannot find shorter words.
 */
export const searchEverywhere = endpoint({
  method: 'GET',
  path: '/search',
  access: 'user',
  tag: 'Search',
  summary:
    'Returns the newest contracts, transports, contractors, carriers and invoices that match, at most eight of each.',
  query: z.strictObject({ search: text() }),
  reply: z.object({
    contracts: z.array(
      z.object({
        id: id(),
        side: z.enum(SIDES),
        documentNumber: z.string().nullable(),
        contractor: z.string(),
        rawMaterial: z.string(),
        status: z.enum(CONTRACT_STATUSES),
      }),
    ),
    transports: z.array(
      z.object({
        id: id(),
        registrationNumber: z.string(),
        driverName: z.string(),
        carrierName: z.string(),
        supplier: z.string(),
        recipient: z.string(),
        dateLoading: dayReply(),
        status: z.enum(TRANSPORT_STATUSES),
        purchaseId: id(),
        salesId: id(),
      }),
    ),
    contractors: z.array(
      z.object({
        id: id(),
        side: z.enum(SIDES),
        name: z.string(),
        nip: z.string().nullable(),
        city: z.string().nullable(),
      }),
    ),
    carriers: z.array(
      z.object({ id: id(), name: z.string(), nip: z.string().nullable(), city: z.string().nullable() }),
    ),
    /** A correction has no transports. */
    invoices: z.array(
      z.object({
        id: id(),
        kind: z.enum(INVOICE_KINDS),
        number: z.string(),
        contractor: z.string(),
        transportCount: z.int(),
      }),
    ),
  }),
});
export type SearchHits = z.output<typeof searchEverywhere.reply>;
