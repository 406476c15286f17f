import { SegmentedControl } from '../ui/segmented-control.tsx';
import { useScheme } from './use-scheme.ts';

export function SchemeSwitch() {
  return <SegmentedControl fullWidth size="xs" aria-label="Wygląd" {...useScheme()} />;
}
