import { Badge } from '@mantine/core';

/** Long when more is bought than sold, else short. A fixed width `w` aligns the figures next to it. */
export function LongShortBadge({ kg, w }: { kg: number; w?: number }) {
  const [color, word] = kg === 0 ? ['gray', 'Zamknięta'] : kg > 0 ? ['field', 'Długa'] : ['red', 'Krótka'];
  return (
    <Badge color={color} w={w}>
      {word}
    </Badge>
  );
}
