import '../../../web/src/app/font/inter.css';
import type { AgreementStatus, ContractStatus, Currency } from '@spichlerz/shared/domain/contract';
import { dayParts, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import cells from '../../../web/src/components/cells.module.css';
import list from '../../../web/src/ui/table/data-table.module.css';
import './bare.css';

/*
 * The minimum cost of a list: React, the same API response and the same table, without surrounding elements
 * and with sorting as the only interaction. The benchmark opens this page and the application, and fails
 * unless both show the same text.
 */

type Row = {
  readonly id: number;
  readonly supplier: { readonly name: string };
  readonly document_number: string | null;
  readonly contract_status: ContractStatus;
  readonly agreement_status: AgreementStatus;
  readonly cargo_quantity: number;
  readonly delivered: number;
  readonly in_delivery: number;
  readonly allocated: number;
  readonly price: number;
  readonly currency: Currency;
  readonly date_of_receipt_from: string;
  readonly date_of_receipt_to: string;
  readonly fca_cpt: boolean;
  readonly address: { readonly post_code: string | null; readonly city: string | null };
  readonly raw_material_quality_title: string;
  readonly owner: string;
  readonly comments: string | null;
};

type Column = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly width?: number;
  readonly isFigure?: boolean;
};

const COLUMNS: readonly Column[] = [
  {
    label: 'ID',
    cell: ({ id }) => (
      <a className={`${list.rowLink} ${list.cut}`} href={`#${id}`}>
        {id}
      </a>
    ),
  },
  { label: 'Dostawca', width: 190, cell: ({ supplier }) => supplier.name },
  { label: 'Nr', width: 140, cell: (row) => orEmpty(row.document_number) },
  { label: 'Status', cell: (row) => <Status word={CONTRACT_STATUS_LABELS[row.contract_status]} /> },
  { label: 'Umowa', cell: (row) => <Status word={AGREEMENT_STATUS_LABELS[row.agreement_status]} /> },
  { label: 'Ilość', isFigure: true, cell: (row) => formatTonnes(row.cargo_quantity) },
  { label: 'Cena', isFigure: true, cell: (row) => formatPrice(row.price, row.currency) },
  { label: 'Realizacja', cell: (row) => <Bar row={row} /> },
  { label: 'Odbiór od', cell: (row) => shortDate(row.date_of_receipt_from) },
  { label: 'do', cell: (row) => shortDate(row.date_of_receipt_to) },
  {
    label: 'Baza',
    width: 170,
    cell: ({ fca_cpt, address }) =>
      `${fca_cpt ? 'FCA' : 'CPT'}, ${[address.post_code, address.city].filter(Boolean).join(' ')}`,
  },
  { label: 'Jakość', width: 190, cell: (row) => row.raw_material_quality_title },
  { label: 'Opiekun', width: 150, cell: ({ owner }) => owner },
  { label: 'Uwagi', width: 180, cell: ({ comments }) => orEmpty(comments) },
];

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
                    <button type="button" onClick={() => setSort('id ASC')}>
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
                {COLUMNS.map(({ label, cell, width, isFigure }) => (
                  <td
                    key={label}
                    data-align={isFigure ? 'end' : undefined}
                    data-cut={width === undefined ? undefined : true}
                    style={width === undefined ? undefined : { maxWidth: width }}
                  >
                    {cell(row)}
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
    <button type="button" className={cells.status} style={{ color: '#1b5e9e', background: '#e7f1fb' }}>
      {word}
    </button>
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
      {Math.round(used)}%
    </div>
  );
}

function shortDate(value: string): string {
  const parts = dayParts(value);
  return parts === null ? '' : `${parts.day}/${parts.month}/${parts.year.slice(2)}`;
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
