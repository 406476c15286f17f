import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { Link } from '@tanstack/react-router';
import classes from '../cells.module.css';
import { type DashboardTab, dashboardLink } from './contract-links.ts';

/** Characters its column always has room for: a shorter number needs no tooltip. */
const LONG = 14;

type Props = {
  side: Side;
  contract: { readonly contractId: number; readonly documentNumber: string | null };
  tab?: DashboardTab;
};

/** A contract's number that leads to its dashboard. */
export function ContractRef({ side, contract, tab }: Props) {
  const number = contractNumber(contract);
  return (
    <Link
      {...dashboardLink[side](contract.contractId, tab)}
      className={classes.ref}
      data-tip={number.length >= LONG ? number : undefined}
    >
      {number}
    </Link>
  );
}
