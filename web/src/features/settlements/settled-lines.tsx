import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Table } from '@mantine/core';
import { changesWeight } from '@spichlerz/shared/domain/discount-rule';
import { formatDecimal, formatReading, formatRuleChange } from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatTonnes } from '@spichlerz/shared/words/figures';
import type { SettlementRow } from './settlement-row.ts';

/** The deductions and premiums of a sent settlement by rules, with the accepted kilograms. */
export function SettledLines({ row }: { row: SettlementRow }) {
  if (row.lines.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table
        verticalSpacing={4}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        aria-label="Rozliczenie jakości i wagi"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Parametr</Table.Th>
            <Table.Th>Wynik</Table.Th>
            <Table.Th>Norma</Table.Th>
            <Table.Th ta="right">Potrącenie lub dopłata</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.lines.map((line) => (
            <Table.Tr key={line.ruleId}>
              <Table.Td>{line.name}</Table.Td>
              <Table.Td>{formatReading(line.reading, line.unit)}</Table.Td>
              <Table.Td>{line.norm === null ? EMPTY : formatDecimal(line.norm)}</Table.Td>
              <Table.Td ta="right">{formatRuleChange(changesWeight(line), line, row.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Caption>{`Ilość rozliczeniowa ${formatTonnes(row.acceptedQuantity)} z ${formatTonnes(row.basisQuantity)}`}</Table.Caption>
      </Table>
    </Table.ScrollContainer>
  );
}
