import { Badge } from '@mantine/core';

/** More bought than sold is long, the other way round short. */
export function LongShortBadge({ kg }: { kg: number }) {
  if (kg === 0) return <Badge color="gray">Zamknięta</Badge>;
  return kg > 0 ? <Badge color="field">Długa</Badge> : <Badge color="red">Krótka</Badge>;
}
