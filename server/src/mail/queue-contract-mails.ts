import { toleranceOf } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { minorUnits } from '@spichlerz/shared/domain/units';
import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import { queueMail } from './queue-mail.ts';
import { type ContractTerms, contractMail } from './templates/contract-mail.ts';

/** Queues the mails in the contract's own transaction, so that a mail exists exactly if the contract does. */
export async function queueContractMails(
  tx: Tx,
  side: Side,
  contractId: number,
  recipients: readonly string[],
  withConfirmation: boolean,
): Promise<void> {
  const terms = await readTerms(tx, contractId);
  await queueMail(
    tx,
    { entity: 'contract', entityId: contractId, withConfirmation },
    recipients,
    contractMail(side, terms, withConfirmation),
  );
}

async function readTerms(tx: Tx, contractId: number): Promise<ContractTerms> {
  const { price, quality, toleranceType, toleranceUnit, toleranceQuantity, ...contract } = await tx
    .selectFrom('contract as c')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .innerJoin('app_user as o', 'o.id', 'c.owner_id')
    .leftJoin('material_variant as v', 'v.id', 'c.raw_material_variant_id')
    .leftJoin('material_quality as q', 'q.id', 'c.quality_id')
    .leftJoin('county as k', 'k.code', 'c.county_code')
    .where('c.id', '=', contractId)
    .select([
      'c.id',
      'c.document_number as documentNumber',
      'c.contractor_name as contractor',
      'm.name as rawMaterial',
      'v.name as variant',
      'c.quantity_kg as quantityKg',
      'c.tolerance_type as toleranceType',
      'c.tolerance_unit as toleranceUnit',
      sql<number | null>`c.tolerance_quantity::float8`.as('toleranceQuantity'),
      'c.price_minor_per_tonne as price',
      sql<string>`coalesce(q.title, c.contractual_quality)`.as('quality'),
      'c.currency',
      'c.receipt_from as receiptFrom',
      'c.receipt_to as receiptTo',
      'c.fca_cpt as isFca',
      'c.street',
      'c.building_number as buildingNumber',
      'c.post_code as postCode',
      'c.city',
      'c.country_code as countryCode',
      'c.is_gmp as isGmp',
      'c.is_cert as isCert',
      'c.is_for as isFor',
      'k.name as county',
      sql<string>`o.first_name || ' ' || o.last_name`.as('owner'),
      'c.comments',
    ])
    .executeTakeFirstOrThrow();
  const options = await tx
    .selectFrom('contract_option as o')
    .leftJoin('material_quality as q', 'q.id', 'o.quality_id')
    .where('o.contract_id', '=', contractId)
    .orderBy('o.position')
    .select([
      'o.price_minor_per_tonne as price',
      sql<string>`coalesce(q.title, o.contractual_quality)`.as('quality'),
    ])
    .execute();
  const contacts = await tx
    .selectFrom('contract_contact')
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .select('contact')
    .execute();
  return {
    ...contract,
    tolerance: toleranceOf({ toleranceType, toleranceUnit, toleranceQuantity }),
    mainOption: { price: minorUnits(price), quality },
    additionalOptions: options.map((option) => ({ ...option, price: minorUnits(option.price) })),
    contacts: contacts.map(({ contact }) => contact),
  };
}
