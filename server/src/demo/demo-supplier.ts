import type { contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';

/** The body that creates a supplier, and the powiat of origin of its grain. */
export type DemoSupplier = {
  readonly form: BodyInputOf<typeof contractors.purchase.create>;
  readonly countyCode: string;
};
