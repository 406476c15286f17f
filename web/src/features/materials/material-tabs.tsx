import { useNavigate } from '@tanstack/react-router';
import { TabBar } from '../../ui/tab-bar.tsx';
import { discountTablesLink, materialLink } from './material-links.ts';

const TABS = [
  { value: 'material', label: 'Dane' },
  { value: 'tables', label: 'Tabele potrąceń' },
] as const;
type MaterialTab = (typeof TABS)[number]['value'];

const LINKS = { material: materialLink, tables: discountTablesLink };

/** The parts of a raw material, each with its own page. */
export function MaterialTabs({ id, value }: { id: number; value: MaterialTab }) {
  const navigate = useNavigate();
  return (
    <TabBar
      label="Części surowca"
      value={value}
      tabs={TABS}
      onChange={(tab) => void navigate(LINKS[tab](id))}
    />
  );
}
