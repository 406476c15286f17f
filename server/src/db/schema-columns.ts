import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import type { ColumnType, Generated } from 'kysely';

/** Inserted as a plain number, selected as a branded unit. */
export type Kg = ColumnType<Kilograms, number, number>;
export type Money = ColumnType<MinorUnits, number, number>;
/** A column that the database maintains; application code never writes it. */
export type TriggerMaintained<T> = ColumnType<T, never, never>;
export type Timestamp = ColumnType<string, string | undefined, string>;

export type AddressColumns = {
  country_code: string | null;
  city: string | null;
  street: string | null;
  building_number: string | null;
  post_code: string | null;
};

export type Stamps = { version: Generated<number>; created_at: Timestamp; updated_at: Timestamp };
