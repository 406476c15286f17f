import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { Link } from '@tanstack/react-router';
import classes from '../../components/cells.module.css';
import { type DashboardTab, dashboardLink } from './contract-links.ts';

/** A number of this length or more may not fit into its column and gets a tooltip. */
const TOOLTIP_LENGTH = 14;

type Props = {
  side: Side;
  contract: { readonly contractId: number; readonly documentNumber: string | null };
  tab?: DashboardTab;
};

/** A contract number that links to the contract's dashboard. */
export function ContractRef({ side, contract, tab }: Props) {
  const number = contractNumber(contract);
  return (
    <Link
      {...dashboardLink[side](contract.contractId, tab)}
      className={classes.ref}
      data-tip={number.length >= TOOLTIP_LENGTH ? number : undefined}
    >
      {number}
    </Link>
  );
}
