import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { SCHEME_WORDS } from '../words/schemes.ts';
import { wordOptions } from '../words/word-options.ts';

type Scheme = {
  value: MantineColorScheme;
  onChange: (value: string) => void;
  data: { value: MantineColorScheme; label: string }[];
};

/** The appearance this browser keeps, as a control chooses it: light, dark, or as the system has it. */
export function useScheme(): Scheme {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    value: colorScheme,
    onChange: (value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto'),
    data: wordOptions(SCHEME_WORDS),
  };
}
