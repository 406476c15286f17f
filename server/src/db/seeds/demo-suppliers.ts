import type { contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { demoFarms } from './demo-farms.ts';
import { demoFirms } from './demo-firms.ts';
import { seededRandom } from './demo-random.ts';

/** What the call that creates a supplier takes, and the powiat its grain comes from. */
export type DemoSupplier = {
  readonly form: BodyInputOf<typeof contractors.purchase.create>;
  readonly countyCode: string;
};

/** 22 farms and 18 firms of the regions grain comes from; the same ones each time. */
export function demoSuppliers(): readonly DemoSupplier[] {
  const random = seededRandom(1_989);
  return [...demoFarms(random), ...demoFirms(random)];
}
