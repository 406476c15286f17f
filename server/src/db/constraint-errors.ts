import { DomainError, type ErrorCode, fieldError } from '@spichlerz/shared/domain/domain-error';
import { DatabaseError } from 'pg';

type ConstraintMeaning = { readonly code: ErrorCode; readonly field?: string };

/**
 * The domain error for each violated constraint. Domain rules check first where they can. Only the database
 * detects some violations, for example when two users save the same number at once.
 */
const CONSTRAINT_ERRORS: Readonly<Record<string, ConstraintMeaning>> = {
  app_user_email_key: { code: 'USER_ALREADY_EXISTS', field: 'email' },
  contractor_nip_key: { code: 'NIP_IS_DUPLICATED', field: 'nip' },
  contractor_pesel_key: { code: 'PESEL_IS_DUPLICATED', field: 'pesel' },
  contractor_carrier_name_key: { code: 'NAME_IS_DUPLICATED', field: 'companyName' },
  contractor_carrier_nip_key: { code: 'NIP_IS_DUPLICATED', field: 'nip' },
  contractor_company_name_key: { code: 'NAME_IS_DUPLICATED', field: 'companyName' },
  contract_document_number_key: { code: 'DOCUMENT_NUMBER_IS_DUPLICATED', field: 'documentNumber' },
  settlement_transport_key: { code: 'TRANSPORT_ALREADY_HAVE_SETTLEMENT' },
  invoice_is_paid: { code: 'WRONG_STATUS', field: 'number' },
  invoice_ksef_number_key: { code: 'VALUE_IS_DUPLICATED', field: 'ksefNumber' },
  raw_material_name_key: { code: 'NAME_IS_DUPLICATED', field: 'name' },
  material_parameter_name_key: { code: 'NAME_IS_DUPLICATED', field: 'name' },
  material_variant_name_key: { code: 'NAME_IS_DUPLICATED', field: 'name' },
  material_quality_title_key: { code: 'NAME_IS_DUPLICATED', field: 'qualityOptions' },
  discount_table_name_key: { code: 'NAME_IS_DUPLICATED', field: 'name' },
  list_view_name_key: { code: 'NAME_IS_DUPLICATED', field: 'name' },
  app_user_country_code_fkey: { code: 'VALUE_IS_WRONG', field: 'countryCode' },
  contractor_address_name_key: { code: 'VALUE_IS_DUPLICATED', field: 'addressList' },
  contractor_contact_name_key: { code: 'VALUE_IS_DUPLICATED', field: 'contactList' },
  contractor_country_code_fkey: { code: 'VALUE_IS_WRONG', field: 'countryCode' },
  contractor_address_country_code_fkey: { code: 'VALUE_IS_WRONG', field: 'addressList' },
  contract_country_code_fkey: { code: 'VALUE_IS_WRONG', field: 'address.countryCode' },
  contract_county_code_fkey: { code: 'VALUE_IS_WRONG', field: 'countyCode' },
  contract_raw_material_id_raw_material_variant_id_fkey: {
    code: 'RAW_MATERIAL_NOT_FOUND',
    field: 'rawMaterialVariantId',
  },
};

const FOREIGN_KEY_ERRORS = '23503';

/** @returns null when the error is not a violation that a user can cause */
export function constraintError(error: unknown): DomainError | null {
  if (!(error instanceof DatabaseError) || error.constraint === undefined) return null;
  const meaning = CONSTRAINT_ERRORS[error.constraint];
  if (meaning !== undefined) {
    const fields = meaning.field === undefined ? [] : [{ path: meaning.field, code: meaning.code }];
    return new DomainError(meaning.code, { fields });
  }
  // another transaction has just deleted the referenced row, or has referenced the row to be deleted
  return error.code === FOREIGN_KEY_ERRORS ? new DomainError('CONFLICT') : null;
}

/**
 * Replaces the fields of an error by their names in the call, because the database and commands of many calls
 * report the name of the column.
 */
export async function withFieldNames<T>(
  names: Readonly<Record<string, string>>,
  step: Promise<T>,
): Promise<T> {
  try {
    return await step;
  } catch (error) {
    const domainError = error instanceof DomainError ? error : constraintError(error);
    for (const { path, code } of domainError?.fields ?? []) {
      const name = names[path];
      if (name !== undefined) throw fieldError(name, code);
    }
    throw error;
  }
}
