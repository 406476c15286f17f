import { Progress, VisuallyHidden } from '@mantine/core';
import { formatTonnes } from '../../words/format.ts';

/** Purchase against sales, each as its share of the larger one. */
export function PositionBar({ purchase, sales }: { purchase: number; sales: number }) {
  const most = Math.max(purchase, sales, 1);
  return (
    <div>
      <VisuallyHidden>
        Zakup {formatTonnes(purchase)}, sprzedaż {formatTonnes(sales)}
      </VisuallyHidden>
      <Progress aria-hidden value={(purchase / most) * 100} color="field" size={8} radius="xs" mb={4} />
      <Progress aria-hidden value={(sales / most) * 100} color="blue" size={8} radius="xs" />
    </div>
  );
}
