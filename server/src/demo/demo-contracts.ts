import { documentNumber } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { createContractor } from '../modules/contractors/contractor-commands.ts';
import { createContract } from '../modules/contracts/contract-commands.ts';
import { addDays, earlier } from './demo-days.ts';
import type { CreatedMaterial } from './demo-material-records.ts';
import { DEMO_CONTRACT_COMMENTS, DEMO_CONTRACTUAL_QUALITIES } from './demo-names.ts';
import type { Plan } from './demo-plan.ts';
import type { Random } from './demo-random.ts';
import { type DemoTrade, demoRecipients } from './demo-recipients.ts';
import { demoSuppliers } from './demo-suppliers.ts';
import type { LifecycleStage, PlannedContract } from './lifecycle-stage.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

/** A created contract with its plan. */
export type CreatedContract = {
  readonly id: number;
  readonly planned: PlannedContract;
  readonly material: CreatedMaterial;
  readonly price: number;
  readonly currency: 'PLN' | 'EUR';
  readonly isGmp: boolean;
};

type Contractor = {
  readonly id: number;
  readonly form:
    | BodyInputOf<typeof contractors.purchase.create>
    | BodyInputOf<typeof contractors.sales.create>;
  readonly countyCode: string | undefined;
  readonly trade: DemoTrade | undefined;
};

/** The trades of recipients that buy a raw material, by the name of the material. */
const BUYING_TRADES: Readonly<Record<string, readonly DemoTrade[]>> = {
  Pszenica: ['mill', 'feed', 'trader'],
  Żyto: ['mill', 'trader'],
  Jęczmień: ['brewery', 'feed'],
  Kukurydza: ['feed', 'trader'],
  Rzepak: ['oil', 'trader'],
  Owies: ['mill', 'feed'],
  Pszenżyto: ['feed'],
  Soja: ['feed', 'oil'],
};

const GROSZ = 100;
const GROSZ_PER_EURO_CENT = 4.3;
const LOAD_KG = 25_000;
const PAYMENT_DAYS: BySide<number> = { purchase: 14, sales: 21 };

export async function createDemoContracts(
  context: SeedContext,
  plan: Plan,
  materials: readonly CreatedMaterial[],
): Promise<ReadonlyMap<PlannedContract, CreatedContract>> {
  const contractors = await createContractors(context);
  const quantities = planQuantities(plan, context.random);
  const created = new Map<PlannedContract, CreatedContract>();
  const sequences = new Map<string, number>();
  for (const planned of plan.contracts) {
    const material = materials[planned.material];
    if (material === undefined) throw new Error('A planned contract has no raw material');
    const contractor = chooseContractor(contractors[planned.side], material, context.random);
    const signed = earlier(addDays(planned.receiptFrom, -context.random.int(10, 40)), context.today);
    const year = Number(signed.slice(0, 4));
    const sequence = (sequences.get(`${planned.side} ${year}`) ?? 0) + 1;
    sequences.set(`${planned.side} ${year}`, sequence);
    const terms = {
      ...commonTerms(context, planned, material, contractor),
      documentNumber: documentNumber(planned.side, year, sequence),
      paymentDays: PAYMENT_DAYS[planned.side],
      concludedOn: signed,
      concludedAt: 'Poznań',
      quantityKg: quantities.get(planned) ?? LOAD_KG,
    };
    const owner = context.random.pick(context.traders);
    const form = FORM[planned.side]({ ...terms, userId: owner.userId }, contractor, context.random);
    const { id } = await createContract(context.tx, owner, planned.side, form);
    created.set(planned, {
      id,
      planned,
      material,
      price: form.mainCargoOption.price,
      currency: terms.currency,
      isGmp: form.isGmp,
    });
  }
  return created;
}

async function createContractors(context: SeedContext): Promise<BySide<readonly Contractor[]>> {
  const { tx, admin } = context;
  const suppliers: Contractor[] = [];
  for (const { form, countyCode } of demoSuppliers()) {
    const body = bodyOf(contractors.purchase.create, form);
    const { id } = await createContractor(tx, admin, 'purchase', body);
    suppliers.push({ id, form, countyCode, trade: undefined });
  }
  const recipients: Contractor[] = [];
  for (const { form, trade } of demoRecipients()) {
    const { id } = await createContractor(tx, admin, 'sales', bodyOf(contractors.sales.create, form));
    recipients.push({ id, form, countyCode: undefined, trade });
  }
  return { purchase: suppliers, sales: recipients };
}

/**
 * Plans the quantity of each contract: the sum of its allocations, and more if its stage leaves an open
 * quantity.
 */
function planQuantities(plan: Plan, random: Random): ReadonlyMap<PlannedContract, number> {
  const planned = new Map<PlannedContract, number>();
  for (const { purchase, sale, transports, openKg } of plan.allocations) {
    const allocationKg = transports.reduce((sum, transport) => sum + transport.quantityKg, openKg);
    for (const contract of [purchase, sale])
      planned.set(contract, (planned.get(contract) ?? 0) + allocationKg);
  }
  return new Map(
    plan.contracts.map((contract) => {
      const allocatedKg = planned.get(contract) ?? 0;
      const roomKg = HAS_OPEN_QUANTITY[contract.stage] ? random.int(4, 14) * LOAD_KG : 0;
      return [contract, Math.ceil((allocatedKg + roomKg) / 1_000) * 1_000];
    }),
  );
}

const HAS_OPEN_QUANTITY: Readonly<Record<LifecycleStage, boolean>> = {
  closed: false,
  toSettle: false,
  overdue: true,
  active: true,
  new: true,
  nextSeason: true,
  cancelled: true,
};

function chooseContractor(
  contractors: readonly Contractor[],
  material: CreatedMaterial,
  random: Random,
): Contractor {
  const buyers = BUYING_TRADES[material.name] ?? [];
  const fitting = contractors.filter(({ trade }) => trade === undefined || buyers.includes(trade));
  const [first, ...others] = fitting;
  if (first === undefined) throw new Error(`Nobody of the demo company buys ${material.name}`);
  return random.pick([first, ...others]);
}

const INITIAL_STATUS = {
  closed: 'ACTIVE',
  toSettle: 'ACTIVE',
  overdue: 'ACTIVE',
  active: 'ACTIVE',
  new: 'NEW',
  nextSeason: 'NEXT_SEASON',
  cancelled: 'NEW',
} as const satisfies Record<LifecycleStage, string>;

const AGREEMENTS = {
  closed: ['SIGNED'],
  toSettle: ['SIGNED'],
  overdue: ['SIGNED', 'SIGNED', 'TO_SIGN'],
  active: ['SIGNED', 'SIGNED', 'SIGNED', 'SIGNED', 'TO_SIGN', 'EMPTY'],
  new: ['SIGNED', 'TO_SIGN', 'EMPTY'],
  nextSeason: ['SIGNED', 'TO_SIGN', 'EMPTY'],
  cancelled: ['EMPTY', 'TO_SIGN'],
} as const;

/** A third of the contracts has no tolerance. */
const TOLERANCES = [
  { isTolerance: false },
  { isTolerance: false },
  { isTolerance: true, toleranceType: 'SELLER', toleranceUnit: 'PERCENT', toleranceQuantity: 5 },
  { isTolerance: true, toleranceType: 'BUYER', toleranceUnit: 'PERCENT', toleranceQuantity: 2.5 },
  { isTolerance: true, toleranceType: 'BUYER', toleranceUnit: 'T', toleranceQuantity: 10_000 },
  { isTolerance: true, toleranceType: 'SELLER', toleranceUnit: 'T', toleranceQuantity: 5_000 },
] as const;

function commonTerms(
  context: SeedContext,
  planned: PlannedContract,
  material: CreatedMaterial,
  contractor: Contractor,
) {
  const { random } = context;
  const currency = contractor.form.countryCode === 'PL' ? ('PLN' as const) : ('EUR' as const);
  const price = inCurrency(pricePerTonne(planned.side, material, random), currency);
  const main = qualityTerms(material, contractor, random);
  const contacts = (contractor.form.contactList ?? []).slice(0, random.int(0, 3));
  return {
    status: INITIAL_STATUS[planned.stage],
    agreementStatus: random.pick(AGREEMENTS[planned.stage]),
    currency,
    fcaCpt: random.chance(planned.side === 'purchase' ? 72 : 28),
    isFor: random.chance(22),
    isCert: random.chance(30),
    isGmp: random.chance(contractor.trade === 'feed' ? 85 : 35),
    dateOfReceiptFrom: planned.receiptFrom,
    dateOfReceiptTo: planned.receiptTo,
    address: addressOf(contractor, random),
    rawMaterialId: material.id,
    ...(random.chance(55) && { rawMaterialVariantId: random.pick(material.variantIds) }),
    ...random.pick(TOLERANCES),
    ...(random.chance(45) && { comments: random.pick(commentsOf(planned.side)) }),
    mainCargoOption: { price, ...main },
    additionalCargoOption: Array.from({ length: random.chance(40) ? random.int(1, 3) : 0 }, () => ({
      price: price - inCurrency(random.int(10, 60) * GROSZ, currency),
      ...qualityTerms(material, contractor, random),
      attachToContract: random.chance(60),
    })),
    contactList: contacts.map(({ name, firstName, lastName, phoneNumber }) => ({
      contactField: `${firstName ?? ''} ${lastName ?? name}, tel. ${phoneNumber ?? '–'}`,
    })),
  };
}

/** Patterns of comments that do not fit contracts of this side. */
const OTHER_SIDE_WORDS: BySide<RegExp> = { purchase: /odbiorc/, sales: /dostawc|z pola/i };

function commentsOf(side: Side): readonly [string, ...string[]] {
  const [first, ...others] = DEMO_CONTRACT_COMMENTS.filter((text) => !OTHER_SIDE_WORDS[side].test(text));
  return [first ?? DEMO_CONTRACT_COMMENTS[0], ...others];
}

type Terms = ReturnType<typeof commonTerms> & {
  documentNumber: string;
  quantityKg: number;
  userId: number;
};

const FORM = {
  purchase: (terms: Terms, contractor: Contractor, random: Random) =>
    bodyOf(contracts.purchase.create, {
      ...terms,
      purchaseSupplierId: contractor.id,
      ...(terms.isCert && contractor.countyCode !== undefined && { countyCode: contractor.countyCode }),
      ...(random.chance(40) && { minPrice: terms.mainCargoOption.price - random.int(10, 50) * GROSZ }),
    }),
  sales: (terms: Terms, contractor: Contractor) =>
    bodyOf(contracts.sales.create, { ...terms, salesRecipientId: contractor.id }),
} as const satisfies BySide<unknown>;

/** Returns the price in grosz per tonne. A sale costs 60 to 120 zł more, for freight and margin. */
function pricePerTonne(side: Side, material: CreatedMaterial, random: Random): number {
  const margin: BySide<number> = { purchase: 0, sales: random.int(60, 120) };
  const [from, to] = material.price;
  return (random.int(from / 5, to / 5) * 5 + margin[side]) * GROSZ;
}

function inCurrency(grosz: number, currency: 'PLN' | 'EUR'): number {
  return currency === 'PLN' ? grosz : Math.round(grosz / GROSZ_PER_EURO_CENT / 25) * 25;
}

function qualityTerms(material: CreatedMaterial, contractor: Contractor, random: Random) {
  if (random.chance(9)) {
    return { isContractualQuality: true, contractualQuality: random.pick(DEMO_CONTRACTUAL_QUALITIES) };
  }
  const [best] = material.qualities;
  // Of the listed qualities, breweries and mills buy only the best.
  const isBest = contractor.trade === 'brewery' || contractor.trade === 'mill';
  return { rawMaterialQualityId: (isBest ? best : random.pick(material.qualities)).id };
}

function addressOf({ form }: Contractor, random: Random) {
  const [seat, ...stores] = form.addressList ?? [];
  const { city, street, buildingNumber, postCode, countryCode } = random.pick([seat ?? form, ...stores]);
  return { city, street, buildingNumber, postCode, countryCode };
}
