import '../../../web/src/app/font/inter.css';
import type { AgreementStatus, ContractStatus, Currency } from '@spichlerz/shared/domain/contract';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { EMPTY, formatPercent, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import cells from '../../../web/src/components/cells.module.css';
import list from '../../../web/src/ui/table/data-table.module.css';
import { formatFreight, formatRequirements } from '../../../web/src/words/contract-terms.ts';
import { formatRemaining, formatShortDate } from '../../../web/src/words/format.ts';
import './bare.css';

/*
 * The bare page, which measures the minimum cost of a list. React shows the API response of the list in a table
 * like that of the application, but without menu and toolbars, and with sorting as the only interaction. The
 * benchmark also opens the application, and fails unless both show the same text.
 */

type Row = {
  readonly id: number;
  readonly supplier: { readonly name: string };
  readonly document_number: string | null;
  readonly contract_status: ContractStatus;
  readonly agreement_status: AgreementStatus;
  readonly cargo_quantity: number;
  readonly to_pick_up: number;
  readonly delivered: number;
  readonly in_delivery: number;
  readonly allocated: number;
  readonly price: number;
  readonly currency: Currency;
  readonly option_count: number;
  readonly date_of_receipt_from: string;
  readonly date_of_receipt_to: string;
  readonly fca_cpt: boolean;
  readonly is_gmp: boolean;
  readonly is_cert: boolean;
  readonly is_for: boolean;
  readonly address: { readonly post_code: string | null; readonly city: string | null };
  readonly raw_material: { readonly name: string };
  readonly raw_material_quality_title: string;
  readonly owner: string;
  readonly comments: string | null;
};

type Column = {
  readonly label: string;
  /** The cell's content in one or two lines. */
  readonly lines: readonly [(row: Row) => ReactNode, ((row: Row) => ReactNode)?];
  readonly width?: number;
  readonly isFigure?: boolean;
};

const COLUMNS: readonly Column[] = [
  {
    label: 'Nr',
    width: 126,
    lines: [
      ({ id, document_number }) => (
        <a className={`${list.rowLink} ${list.cut}`} href={`#${id}`}>
          {contractNumber({ id, documentNumber: document_number })}
        </a>
      ),
      ({ id }) => id,
    ],
  },
  {
    label: 'Dostawca',
    width: 160,
    lines: [({ supplier }) => supplier.name, ({ address }) => orEmpty(address.city)],
  },
  {
    label: 'Status',
    lines: [
      (row) => (
        <button type="button" className={cells.statuses}>
          <Status word={CONTRACT_STATUS_LABELS[row.contract_status]} />
          <Status word={AGREEMENT_STATUS_LABELS[row.agreement_status]} />
        </button>
      ),
    ],
  },
  { label: 'Ilość', isFigure: true, lines: [(row) => formatTonnes(row.cargo_quantity)] },
  {
    label: 'Do odbioru',
    isFigure: true,
    lines: [(row) => formatRemaining(row.to_pick_up), (row) => formatTonnes(row.allocated)],
  },
  {
    label: 'Cena',
    isFigure: true,
    lines: [
      (row) => (
        <>
          {formatPrice(row.price, row.currency)}
          {row.option_count > 0 ? <span className={cells.more}>+{row.option_count}</span> : null}
        </>
      ),
    ],
  },
  {
    label: 'Jakość',
    width: 140,
    lines: [(row) => row.raw_material.name, (row) => orEmpty(row.raw_material_quality_title)],
  },
  { label: 'Realizacja', lines: [(row) => <Bar row={row} />] },
  {
    label: 'Odbiór',
    lines: [
      (row) => formatShortDate(row.date_of_receipt_from),
      (row) => formatShortDate(row.date_of_receipt_to),
    ],
  },
  {
    label: 'Baza',
    width: 170,
    lines: [
      ({ fca_cpt: fcaCpt, address: { post_code: postCode, city } }) =>
        formatFreight({ fcaCpt, address: { postCode, city } }),
    ],
  },
  { label: 'Opiekun', width: 150, lines: [({ owner }) => owner] },
  { label: 'GMP CERT FOR', lines: [requirements] },
  { label: 'Uwagi', width: 180, lines: [({ comments }) => orEmpty(comments)] },
];

function requirements({ is_gmp: isGmp, is_cert: isCert, is_for: isFor }: Row): ReactNode {
  const names = formatRequirements({ isGmp, isCert, isFor });
  if (names === '') return EMPTY;
  return names.split(', ').map((name) => (
    <span key={name} className={cells.requirement}>
      {name}
    </span>
  ));
}

function BareTable() {
  const [sort, setSort] = useState('id DESC');
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    void fetchRows(sort).then(setRows);
  }, [sort]);
  return (
    <div className={list.frame} style={{ '--row-height': '40px' } as object}>
      <section className={list.scroller}>
        <table className={list.table}>
          <thead>
            <tr>
              <th style={{ width: 36 }}>
                <input type="checkbox" aria-label="Zaznacz wszystkie" className={list.checkbox} />
              </th>
              {COLUMNS.map(({ label, width, isFigure }, index) => (
                <th
                  key={label}
                  data-align={isFigure ? 'end' : undefined}
                  style={width === undefined ? undefined : { minWidth: width, maxWidth: width }}
                >
                  {index === 0 ? (
                    <button type="button" onClick={() => setSort('document_number ASC')}>
                      {label}
                    </button>
                  ) : (
                    label
                  )}
                </th>
              ))}
              <th className={list.actionsCell}>Akcje</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <input type="checkbox" aria-label={`Zaznacz: ${row.id}`} className={list.checkbox} />
                </td>
                {COLUMNS.map(({ label, lines: [first, second], width, isFigure }) => (
                  <td
                    key={label}
                    data-align={isFigure ? 'end' : undefined}
                    data-cut={width === undefined || second !== undefined ? undefined : true}
                    style={width === undefined ? undefined : { maxWidth: width }}
                  >
                    {second === undefined ? (
                      first(row)
                    ) : (
                      <>
                        <div className={list.line}>{first(row)}</div>
                        <div className={list.line}>{second(row)}</div>
                      </>
                    )}
                  </td>
                ))}
                <td className={list.actionsCell}>
                  <button type="button" aria-label={`Akcje: ${row.id}`} className={list.actionsButton} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Status({ word }: { word: string }) {
  return (
    <span className={cells.status} style={{ color: '#1b5e9e', background: '#e7f1fb' }}>
      {word}
    </span>
  );
}

function Bar({ row }: { row: Row }) {
  const part = (kilograms: number) => (kilograms / row.cargo_quantity) * 100;
  const [delivered, used] = [part(row.delivered), part(row.delivered + row.in_delivery)];
  const promised = used + part(row.allocated);
  const stripes = `#3a7a2c 0% ${delivered}%, #0c8599 ${delivered}% ${used}%, #fcc419 ${used}% ${promised}%`;
  return (
    <div className={cells.bar}>
      <div
        className={cells.track}
        style={{ background: `linear-gradient(to right, ${stripes}, var(--app-free) ${promised}% 100%)` }}
      />
      {formatPercent(Math.round(used))}
    </div>
  );
}

async function fetchRows(sort: string): Promise<readonly Row[]> {
  const query = new URLSearchParams({ limit: '50', offset: '0', order_by: sort });
  const reply = await fetch(`/api/contract/get-purchase-list?${query.toString()}`, {
    headers: { authorization: `Bearer ${localStorage.getItem('TOKEN')}` },
  });
  const { result } = (await reply.json()) as { result: { list: readonly Row[] } };
  return result.list;
}

const element = document.querySelector('#root');
if (element !== null) createRoot(element).render(<BareTable />);
