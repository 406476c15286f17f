import { Badge } from '@mantine/core';

/** More bought than sold is long, the other way round short. With a width of its own, figures beside it line up. */
export function LongShortBadge({ kg, w }: { kg: number; w?: number }) {
  const [color, word] = kg === 0 ? ['gray', 'Zamknięta'] : kg > 0 ? ['field', 'Długa'] : ['red', 'Krótka'];
  return (
    <Badge color={color} w={w}>
      {word}
    </Badge>
  );
}
