import { Anchor, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { Link } from '@tanstack/react-router';
import { type DashboardTab, dashboardLink } from './contract-links.ts';

type Props = {
  side: Side;
  contract: { readonly contractId: number; readonly documentNumber: string | null };
  tab?: DashboardTab;
};

/** A contract's number that leads to its dashboard. */
export function ContractRef({ side, contract, tab }: Props) {
  return (
    <Anchor
      fz="inherit"
      renderRoot={(anchor) => <Link {...anchor} {...dashboardLink[side](contract.contractId, tab)} />}
    >
      <Text component="span" inherit truncate display="block">
        {numberOf(contract)}
      </Text>
    </Anchor>
  );
}

/** A contract without a number is named by its id. */
export function numberOf(contract: Props['contract']): string {
  return contract.documentNumber ?? `nr ${contract.contractId}`;
}
