import { z } from 'zod';
import { CONTRACT_STATUSES } from '../domain/contract.ts';
import type { Side } from '../domain/side.ts';
import { CONTRACTOR_PATH, CONTRACTOR_TAG } from './contractors.ts';
import { endpoint } from './endpoint.ts';
import { dayReply, id, numberFromText, optionalText, pathId } from './field.ts';
import { contractUsage } from './usage.ts';

/**
 * The largest number of contracts, and of transports, in a card. The card also has the counts of all open
 * contracts and all transports.
 */
export const CARD_ITEMS_MAX = 12;

const contract = z.object({
  contractId: id(),
  documentNumber: z.string().nullable(),
  contractStatus: z.enum(CONTRACT_STATUSES),
  rawMaterialName: z.string(),
  quantityKg: z.int(),
  delivered: z.int(),
  dateOfReceiptTo: dayReply(),
});

/** A transport with the status ON_THE_WAY, and its contract with this contractor. */
const transport = z.object({
  id: id(),
  contractId: id(),
  documentNumber: z.string().nullable(),
  registrationNumber: z.string(),
  quantityKg: z.int(),
  dateUnloading: dayReply(),
});

export const contractorCard = z.object({
  usedIn: contractUsage,
  /**
   * Open contracts come first, then contracts with the status TO_SETTLEMENT, then ended contracts. In each
   * group, the newest come first.
   */
  contracts: z.array(contract),
  openContractCount: z.int(),
  /** The undelivered quantity of open contracts per raw material, in kilograms. */
  openQuantities: z.array(z.object({ rawMaterialId: id(), rawMaterialName: z.string(), open: z.int() })),
  trucks: z.array(transport),
  truckCount: z.int(),
});
export type ContractorCard = z.output<typeof contractorCard>;

export const SIMILARITIES = ['nip', 'pesel', 'companyName', 'fullName'] as const;
export type Similarity = (typeof SIMILARITIES)[number];

export const similarContractor = z.object({
  id: id(),
  fullName: z.string(),
  companyName: z.string().nullable(),
  nip: z.string().nullable(),
  pesel: z.string().nullable(),
  /** The fields in which the contractor equals the query. */
  matches: z.array(z.enum(SIMILARITIES)),
});
export type SimilarContractor = z.output<typeof similarContractor>;

function cardEndpoints(side: Side) {
  const word = CONTRACTOR_PATH[side];
  const tag = CONTRACTOR_TAG[side];
  return {
    card: endpoint({
      method: 'GET',
      path: `/contractor/${word}/:id/card`,
      access: 'user',
      tag,
      summary: `Returns the contracts, open quantities and transports in progress of a ${word}.`,
      params: pathId(),
      reply: contractorCard,
    }),
    findSimilar: endpoint({
      method: 'GET',
      path: `/contractor/${word}/find-similar`,
      access: 'user',
      tag,
      summary: `Finds each ${word} with the same NIP, PESEL, code or name, except the edited one.`,
      query: z.object({
        nip: optionalText(),
        pesel: optionalText(),
        companyName: optionalText(),
        fullName: optionalText(1_000),
        exceptId: numberFromText(id()).optional(),
      }),
      reply: z.array(similarContractor),
    }),
  };
}

export const contractorCards = { purchase: cardEndpoints('purchase'), sales: cardEndpoints('sales') };
