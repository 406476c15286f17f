import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/*
 * What a list costs at least: React, the same answer of the API, as many cells. The bench opens it beside the
 * application and compares.
 */

type Row = { readonly id: number } & Readonly<Record<string, unknown>>;

const address = new URLSearchParams(window.location.search);
const columns = Number(address.get('columns'));

function BareTable() {
  const [sort, setSort] = useState('id DESC');
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    void load(sort).then(setRows);
  }, [sort]);
  return (
    <table>
      <thead>
        <tr>
          <th>
            <button type="button" onClick={() => setSort('id ASC')}>
              id
            </button>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {Object.values(row)
              .slice(0, columns)
              .map((value, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell has no name here
                <td key={index}>{textOf(value)}</td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function load(sort: string): Promise<readonly Row[]> {
  const query = new URLSearchParams(address.get('query') ?? '');
  query.set('order_by', sort);
  const reply = await fetch(`${address.get('list')}?${query.toString()}`, {
    headers: { authorization: `Bearer ${localStorage.getItem('TOKEN')}` },
  });
  const { result } = (await reply.json()) as { result: { list: readonly Row[] } };
  return result.list;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '');
}

const element = document.querySelector('#root');
if (element !== null) createRoot(element).render(<BareTable />);
