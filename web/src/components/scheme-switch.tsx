import { useMantineColorScheme } from '@mantine/core';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SCHEME_WORDS } from '../words/schemes.ts';
import { wordOptions } from '../words/word-options.ts';

/** Light, dark, or as the system has it. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Wygląd"
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme === 'light' || scheme === 'dark' ? scheme : 'auto')}
      data={wordOptions(SCHEME_WORDS)}
    />
  );
}
