import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { labelOptions, SCHEME_LABELS } from '../words/labels.ts';

type Scheme = {
  value: MantineColorScheme;
  onChange: (value: string) => void;
  data: { value: MantineColorScheme; label: string }[];
};

/** The color scheme of this browser as props of a control: light, dark or the system's. */
export function useScheme(): Scheme {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    value: colorScheme,
    onChange: (value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto'),
    data: labelOptions(SCHEME_LABELS),
  };
}
