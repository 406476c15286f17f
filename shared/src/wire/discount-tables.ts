import { z } from 'zod';
import { CURRENCIES } from '../domain/contract.ts';
import {
  READING_SOURCES,
  RULE_DIRECTIONS,
  RULE_EFFECTS,
  RULE_QUANTITIES,
  RULE_STEPPINGS,
  WEIGHT_BASES,
} from '../domain/discount-rule.ts';
import { SIDES } from '../domain/side.ts';
import { INTEGER_MAX } from '../domain/units.ts';
import { endpoint } from './endpoint.ts';
import { flag, id, numberFromText, optionalFlag, optionalRemark, pathId, text, withCode } from './field.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';
import { PARAMETER_TYPES } from './materials.ts';

/*
 * Discount tables of raw materials, and the rules that a contract has copied from a table (customer
 * quality.md). Decimals have up to three places; rates are minor units per tonne for PRICE_AMOUNT and per cent
 * otherwise.
 */

const tag = 'Quality';

/** The largest norm, step or limit; readings have the same bound. */
const DECIMAL_MAX = 1_000_000;

const hasThreePlaces = (value: number) => Math.round(value * 1000) / 1000 === value;

/** A decimal with up to three places. */
export const decimal = (max = DECIMAL_MAX) =>
  z.number().min(-max).max(max).refine(hasThreePlaces, withCode('VALUE_IS_WRONG'));

const discountRuleBody = z.object({
  id: id().optional(),
  parameterId: id(),
  direction: z.enum(RULE_DIRECTIONS),
  norm: decimal().optional().describe('When absent, the value of the quality in the price option.'),
  appliesBeyond: decimal().optional().describe('When absent, the norm.'),
  effect: z.enum(RULE_EFFECTS),
  stepping: z.enum(RULE_STEPPINGS).optional().describe('Required unless the rule has no steps.'),
  step: decimal().optional(),
  rate: decimal(INTEGER_MAX).optional(),
  per: z.enum(RULE_QUANTITIES).optional().describe('ACCEPTED when absent.'),
  bandFrom: decimal().optional(),
  bandTo: decimal().optional(),
  refuseAt: decimal().optional(),
  isPremium: flag(),
});
export type DiscountRuleBody = z.output<typeof discountRuleBody>;
export type DiscountRuleRequest = z.input<typeof discountRuleBody>;

/** The largest number of rules in a table. */
const RULES_MAX = 100;
const rulesBody = z.array(discountRuleBody).max(RULES_MAX);

export const discountRuleReply = z.object({
  id: id(),
  parameterId: id(),
  direction: z.enum(RULE_DIRECTIONS),
  norm: z.number().nullable(),
  appliesBeyond: z.number().nullable(),
  effect: z.enum(RULE_EFFECTS),
  /** Null, like `step`, for a rule without steps. */
  stepping: z.enum(RULE_STEPPINGS).nullable(),
  step: z.number().nullable(),
  rate: z.number(),
  per: z.enum(RULE_QUANTITIES),
  bandFrom: z.number().nullable(),
  bandTo: z.number().nullable(),
  refuseAt: z.number().nullable(),
  isPremium: z.boolean(),
});
export type DiscountRuleReply = z.output<typeof discountRuleReply>;

const tableFields = {
  id: id(),
  name: z.string(),
  side: z.enum(SIDES),
  currency: z.enum(CURRENCIES),
  isActive: z.boolean(),
  version: z.int(),
};

const tableRow = z.object({
  ...tableFields,
  rawMaterial: z.object({ id: id(), name: z.string() }),
  ruleCount: z.int(),
  /** The contracts whose rules were copied from this table. */
  contractCount: z.int(),
});
export type DiscountTableRow = z.output<typeof tableRow>;

export const listDiscountTables = postList({
  path: '/cargo/discount-table/list',
  access: 'user',
  tag,
  summary: 'Lists discount tables. Search covers the name.',
  filters: {
    rawMaterialId: numberFromText(id()).optional(),
    side: z.enum(SIDES).optional(),
    isActive: optionalFlag(),
  },
  sort: ['id', 'name', 'raw_material'],
  order: 'id DESC',
  row: tableRow,
});
export type DiscountTableListQuery = ListQueryOf<typeof listDiscountTables>;

const discountTable = z.object({
  ...tableFields,
  rawMaterialId: id(),
  rules: z.array(discountRuleReply),
});
export type DiscountTable = z.output<typeof discountTable>;

export const getDiscountTable = endpoint({
  method: 'GET',
  path: '/cargo/discount-table/:id',
  access: 'user',
  tag,
  summary: 'Returns a discount table with its rules.',
  params: pathId(),
  reply: discountTable,
});

const tableBody = z.object({
  name: text(),
  rawMaterialId: id(),
  side: z.enum(SIDES),
  currency: z.enum(CURRENCIES),
  isActive: optionalFlag().describe('True when absent.'),
  rules: rulesBody,
  version: z.int().optional(),
});
export type DiscountTableForm = z.output<typeof tableBody>;

export const createDiscountTable = endpoint({
  method: 'POST',
  path: '/cargo/discount-table/create',
  access: 'admin',
  tag,
  summary: 'Creates a discount table.',
  body: tableBody,
  reply: z.object({ id: id() }),
  creates: true,
});

export const changeDiscountTable = endpoint({
  method: 'PUT',
  path: '/cargo/discount-table/update/:id',
  access: 'admin',
  tag,
  summary: 'Changes a discount table. Contracts keep the rules that they copied from it.',
  params: pathId(),
  body: tableBody,
  reply: z.literal(true),
});

export const deleteDiscountTable = endpoint({
  method: 'DELETE',
  path: '/cargo/discount-table/delete/:id',
  access: 'admin',
  tag,
  summary: 'Deletes a discount table. Contracts keep the rules that they copied from it.',
  params: pathId(),
  reply: z.literal(true),
});

/* ---- the rules of a contract ---- */

const contractRules = z.object({
  sourceTable: z.object({ id: id(), name: z.string(), version: z.int() }).nullable(),
  /** Whether the contract's rules differ from the current rules of the table. */
  differsFromTable: z.boolean(),
  weightBasis: z.enum(WEIGHT_BASES),
  readingSource: z.enum(READING_SOURCES),
  rules: z.array(discountRuleReply),
  /** The parameters of the rules without repetitions, in the order of the rules. */
  parameters: z.array(
    z.object({ id: id(), name: z.string(), unit: z.string().nullable(), type: z.enum(PARAMETER_TYPES) }),
  ),
  /** Whether a side of a transport was settled by the rules. A change of the rules then needs a reason. */
  isSettledByRules: z.boolean(),
  /** The version of the contract. */
  version: z.int(),
});
export type ContractRules = z.output<typeof contractRules>;

export const getContractRules = endpoint({
  method: 'GET',
  path: '/contract/discount-rules/:id',
  access: 'user',
  tag,
  summary: 'Returns the discount rules of a contract, its weight basis and its reading source.',
  params: pathId(),
  reply: contractRules,
});

export const changeContractRules = endpoint({
  method: 'PUT',
  path: '/contract/discount-rules/:id',
  access: 'user',
  tag,
  summary: 'Replaces the discount rules of a contract. Settlements that were made keep their rules.',
  params: pathId(),
  body: z.object({
    sourceTableId: id().optional().describe('The table that the rules were copied from.'),
    weightBasis: z.enum(WEIGHT_BASES),
    readingSource: z.enum(READING_SOURCES),
    rules: rulesBody,
    version: z.int().optional(),
    reason: optionalRemark().describe('Required once a side of a transport was settled by the rules.'),
  }),
  reply: z.literal(true),
});
