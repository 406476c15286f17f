import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ALL_MATERIALS, contractListLink } from '../contracts/contract-links.ts';

/**
 * A link to the sales contracts of one raw material or of all raw materials. Allocations are created from a
 * sales contract.
 */
export function OpenSalesButton({ rawMaterialId = ALL_MATERIALS }: { rawMaterialId?: number | 'all' }) {
  return (
    <Button
      variant="default"
      renderRoot={(props: object) => <Link {...props} {...contractListLink.sales(rawMaterialId)} />}
    >
      Przejdź do kontraktów sprzedaży
    </Button>
  );
}
