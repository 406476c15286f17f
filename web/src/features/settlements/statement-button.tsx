import { List, Stack, Text } from '@mantine/core';
import { whyNotStateSettlement } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import type { StatementRow } from '@spichlerz/shared/wire/statements';
import { formatDate } from '@spichlerz/shared/words/figures';
import { newStatementPrintout } from '../../api/printouts.ts';
import { PrintButton } from '../../components/print-button.tsx';
import { requestConfirmation } from '../../ui/overlay/confirm.ts';
import { noBreak } from '../../words/format.ts';
import { weightLabel } from '../transports/unload-fields.tsx';
import { dialogTransportOf, ownSide, type SettlementRow } from './settlement-row.ts';
import { NOT_STATED } from './settlement-texts.ts';

type Props = { side: Side; rows: readonly SettlementRow[] };

/**
 * Creates and prints a statement of the selected settlements. If a transport already has a statement, the user
 * must confirm that it gets a second one.
 */
export function StatementButton({ side, rows }: Props) {
  return (
    <PrintButton
      variant="light"
      label={`Wystaw rozliczenie (${rows.length})`}
      fetchFile={newStatementPrintout(
        side,
        rows.map(({ transportId }) => transportId),
        (existing) => confirmAnother(rows, existing),
      )}
      disabledReason={whyNotState(side, rows)}
    />
  );
}

/** The reason why no statement can be created for the selected settlements, or null. */
function whyNotState(side: Side, rows: readonly SettlementRow[]): string | null {
  return rows.every((row) => whyNotStateSettlement(side, ownSide(side, row).status) === null)
    ? null
    : NOT_STATED[side];
}

/** Asks the user to confirm another statement, because the counterparty could pay the same kilograms twice. */
function confirmAnother(rows: readonly SettlementRow[], existing: readonly StatementRow[]): Promise<boolean> {
  const transports = rows.map(dialogTransportOf);
  return requestConfirmation({
    title: 'Wystawić kolejne rozliczenie?',
    message: (
      <Stack gap="xs">
        <Text>
          {rows.length === 1
            ? 'Ten transport ma już wystawione rozliczenie:'
            : 'Te z zaznaczonych transportów mają już wystawione rozliczenie:'}
        </Text>
        <List>
          {existing.map(({ id, number, day, transportIds }) => (
            <List.Item key={id}>
              {`${number} z ${formatDate(day)}: ${transports
                .filter(({ transportId }) => transportIds.includes(transportId))
                .map((transport) => noBreak(weightLabel(transports, transport)))
                .join('; ')}`}
            </List.Item>
          ))}
        </List>
        <Text>
          {rows.length === 1
            ? 'Nowe rozliczenie otrzyma własny numer i obejmie ten transport z obecną ilością i kwotą.'
            : 'Nowe rozliczenie otrzyma własny numer i obejmie także te transporty, z obecnymi ilościami i kwotami.'}
        </Text>
      </Stack>
    ),
    confirmLabel: 'Wystaw kolejne',
    danger: true,
  });
}
