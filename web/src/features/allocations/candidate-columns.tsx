import {
  doReceiptDatesOverlap,
  missingRequirements,
  type Requirement,
} from '@spichlerz/shared/domain/allocation';
import type { AllocatedRow, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatPrice } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import classes from '../../components/cells.module.css';
import { columnsOf } from '../../components/columns.tsx';
import { candidateMarginColumn } from '../../components/margin-columns.tsx';
import type { ListColumn } from '../../ui/table/data-table-props.ts';
import { joinColumns } from '../../ui/table/joined-columns.ts';
import {
  CONTRACT_COLUMNS,
  priceColumn,
  qualityColumn,
  requirementsColumn,
} from '../contracts/list/contract-columns.tsx';

const column = columnsOf<AllocatedRow>();

const [number, contractor, ...others] = CONTRACT_COLUMNS.purchase as readonly ListColumn<AllocatedRow>[];
/** The ids of the columns that matter for the choice of a purchase. They precede the other columns. */
const DECISIVE = ['from', 'freight'];
const COMPARED = [priceColumn.id, qualityColumn.id, requirementsColumn.id];
const isOther = ({ id }: ListColumn<AllocatedRow>) => !COMPARED.includes(id) && !DECISIVE.includes(id);

/** The columns of the purchases that can supply the sale. Some columns compare the purchase with the sale. */
export function candidateColumns(sale: ContractRecord): readonly ListColumn<AllocatedRow>[] {
  return [
    number,
    contractor,
    joinColumns(
      column.quantity('allowed', { label: HEADERS.allowed, card: 'figure' }, (row) => row.allowed),
      column.quantity(
        'forSale',
        { label: HEADERS.allocatedHere, card: 'figure' },
        (row) => row.allocatedForSales,
      ),
    ),
    column.cell('requirements', { label: 'Wymagania', sort: 'best', card: 'figure' }, (row) => (
      <Fit purchase={row} sale={sale} />
    )),
    joinColumns(
      priceColumn as ListColumn<AllocatedRow>,
      column.cell(
        'priceDifference',
        { label: 'wobec sprzedaży', name: 'Cena wobec sprzedaży', card: 'figure' },
        (row) => <PriceDifference purchase={row} sale={sale} />,
      ),
    ),
    // quality and requirements share a column, so that both are in view at 1440 px
    joinColumns(qualityColumn as ListColumn<AllocatedRow>, requirementsColumn as ListColumn<AllocatedRow>, {
      width: 152,
    }),
    candidateMarginColumn as ListColumn<AllocatedRow>,
    ...DECISIVE.map((id) => others.find((other) => other.id === id)),
    ...others.filter(isOther),
  ].filter((known) => known !== undefined);
}

type Compared = { purchase: AllocatedRow; sale: ContractRecord };

const REQUIREMENT_NAMES: Record<Requirement, string> = {
  quality: 'jakość',
  gmp: HEADERS.gmp,
  cert: HEADERS.cert,
  for: HEADERS.for,
};

/** Shows which requirements of the sale the purchase does not meet. */
function Fit({ purchase, sale }: Compared) {
  const missing = missingRequirements(purchase, sale).map((requirement) => REQUIREMENT_NAMES[requirement]);
  return (
    <>
      <span className={`${classes.note} ${missing.length === 0 ? classes.good : classes.warning}`}>
        {missing.length === 0 ? 'Spełnia wymagania' : `Nie spełnia: ${missing.join(', ')}`}
      </span>
      {doReceiptDatesOverlap(purchase, sale) ? null : (
        <span className={`${classes.note} ${classes.warning}`}>Rozłączne terminy</span>
      )}
    </>
  );
}

/** Prices in two currencies are not compared, because there are no exchange rates. */
function PriceDifference({ purchase, sale }: Compared) {
  if (purchase.currency !== sale.currency) return 'inna waluta';
  const difference = purchase.price - sale.price;
  if (difference === 0) return 'ta sama';
  const amount = formatPrice(Math.abs(difference), sale.currency);
  return difference < 0 ? (
    <span className={classes.dimmed}>{amount} taniej</span>
  ) : (
    <span className={classes.warning}>{amount} drożej</span>
  );
}
