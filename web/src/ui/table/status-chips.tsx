import { Chip, Group } from '@mantine/core';
import { UI_TEXTS } from '../texts.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

type Props<Status extends string> = {
  label: string;
  options: readonly { value: Status; label: string }[];
  value: readonly Status[];
  onChange: (value: Status[]) => void;
};

function PlainStatusChips<Status extends string>({ label, options, value, onChange }: Props<Status>) {
  return (
    <Group gap={6} component="fieldset" bd={0} p={0} m={0} aria-label={label}>
      <Chip size="xs" variant="light" checked={value.length === 0} onChange={() => onChange([])}>
        {UI_TEXTS.all}
      </Chip>
      {options.map((option) => (
        <Chip
          key={option.value}
          size="xs"
          variant="light"
          checked={value.includes(option.value)}
          onChange={(isOn) => {
            onChange(isOn ? [...value, option.value] : value.filter((status) => status !== option.value));
          }}
        >
          {option.label}
        </Chip>
      ))}
    </Group>
  );
}

/** A filter of several statuses. "Wszystkie" clears it, and so does deselecting the last status. */
export const StatusChips = memoWithStableCallbacks(PlainStatusChips) as typeof PlainStatusChips;
