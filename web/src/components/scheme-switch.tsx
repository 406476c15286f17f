import { useMantineColorScheme } from '@mantine/core';
import { SegmentedControl } from '../ui/segmented-control.tsx';

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
      data={[
        { value: 'auto', label: 'Systemowy' },
        { value: 'light', label: 'Jasny' },
        { value: 'dark', label: 'Ciemny' },
      ]}
    />
  );
}
