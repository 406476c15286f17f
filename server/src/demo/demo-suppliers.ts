import { demoFarms } from './demo-farms.ts';
import { demoFirms } from './demo-firms.ts';
import { seededRandom } from './demo-random.ts';
import type { DemoSupplier } from './demo-supplier.ts';

/** Returns 22 farms and 18 firms of grain regions, always the same ones. */
export function demoSuppliers(): readonly DemoSupplier[] {
  const random = seededRandom(1_989);
  return [...demoFarms(random), ...demoFirms(random)];
}
