import type { contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';

/** What the call that creates a supplier takes, and the powiat its grain comes from. */
export type DemoSupplier = {
  readonly form: BodyInputOf<typeof contractors.purchase.create>;
  readonly countyCode: string;
};
