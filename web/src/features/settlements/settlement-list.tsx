import type { Role } from '@spichlerz/shared/domain/role';
import {
  isInvoiceable,
  type SettlementStatus,
  STATUS_BEFORE_INVOICE,
  whyNotInvoice,
  whyNotMoveSettlement,
  whyNotPrintSettlement,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { SETTLEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboardCheck,
  IconFileInvoice,
  IconFileText,
  IconLockOpen,
  IconReceipt,
  IconScale,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { listQueryOf } from '../../api/list-request.ts';
import { settlementsPrintout } from '../../api/printouts.ts';
import { useMe } from '../../api/session.ts';
import { settlementExport, settlementListQuery } from '../../api/settlements.ts';
import { MailButton } from '../../components/mail-button.tsx';
import { marginExportOptions } from '../../components/margin-columns.tsx';
import { PrintButton } from '../../components/print-button.tsx';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { useListParams } from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { StatusChips } from '../../ui/table/status-chips.tsx';
import { useColumns } from '../../ui/table/use-columns.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { ofContract, SETTLEMENT_SEARCH_HINT } from '../transports/list/transport-filters.tsx';
import { ReleaseSelected, whyNotRelease } from '../transports/release-selected.tsx';
import { SettleByRulesDialog, whyNotSettleByRules } from './settle-by-rules-dialog.tsx';
import { settlementColumns } from './settlement-columns.tsx';
import { type OpenedSettlement, type OpenSettlement, SettlementDialogs } from './settlement-dialogs.tsx';
import { SIDE_STATUSES, settlementListFilters, settlementListParams } from './settlement-list-params.ts';
import { ownSide, type SettlementRow, whyNotEnterInvoice, withIds } from './settlement-row.ts';
import {
  NONE_TO_PRINT,
  NOT_INVOICEABLE,
  NOT_MOVABLE,
  NOT_PRINTED,
  NOT_RELEASED,
  NOTHING_TO_PRINT,
  PRINTED,
  totalText,
} from './settlement-texts.ts';
import { StatementButton } from './statement-button.tsx';

/** The list of settlements of one contract, for the side of the contract. */
export function SettlementList({ side, contract }: { side: Side; contract: ContractRecord }) {
  const { role } = useMe();
  const list = useListParams(settlementListParams);
  const listInput = { ...listQueryOf(list.params), ...ofContract[side](contract.id) };
  const query = useQuery({ ...settlementListQuery(side, listInput), select: withIds });
  const [opened, setOpened] = useState<OpenedSettlement | null>(null);
  const [isSettlingByRules, setSettlingByRules] = useState(false);
  const selection = useSelection(query.data?.list, list.params);
  const chosen = selection.rows;
  const notPrinted = query.data === undefined ? null : whyNotPrintAny(side, query.data);
  const columns = useColumns(
    `settlements:${side}`,
    useMemo(() => settlementColumns(side, contract.currency), [side, contract.currency]),
  );

  return (
    <>
      <ListPage
        title="Rozliczenia"
        embedded
        list={list}
        query={query}
        onExport={settlementExport(side, { ...listInput, ...marginExportOptions(columns) })}
        action={
          <>
            <PrintButton
              label={PRINTED[side]}
              fetchFile={() => settlementsPrintout(side, contract.id)}
              disabledReason={notPrinted}
            />
            {side === 'sales' ? (
              <MailButton
                kind="DELIVERY_LIST"
                id={contract.id}
                label="Wyślij listę dostaw e-mailem"
                disabledReason={notPrinted}
              />
            ) : null}
          </>
        }
        columns={columns}
        searchHint={SETTLEMENT_SEARCH_HINT}
        filters={settlementListFilters}
        chips={
          <StatusChips
            label="Status rozliczenia"
            options={SIDE_STATUSES[side].map((value) => ({ value, label: SETTLEMENT_STATUS_LABELS[value] }))}
            value={list.params.status}
            onChange={(status) => list.change({ status })}
          />
        }
        tools={
          <SelectionBar selection={selection} counted={totalText(chosen, contract.currency)}>
            <ReleaseSelected
              statuses={chosen.map((row) => row.transportStatus)}
              onRelease={() => setOpened({ kind: 'release', rows: chosen })}
            />
            <ButtonWithReason
              variant="light"
              disabledReason={whyNotSettleByRules(side, chosen)}
              onClick={() => setSettlingByRules(true)}
            >
              {`Rozlicz wg tabeli (${chosen.length})`}
            </ButtonWithReason>
            <ButtonWithReason
              variant="light"
              disabledReason={
                chosen.map((row) => whyNotEnterInvoice(side, row)).find((reason) => reason !== null) ?? null
              }
              onClick={() => setOpened({ kind: 'jointInvoice', rows: chosen })}
            >
              {`Faktura (${chosen.length})`}
            </ButtonWithReason>
            <StatementButton side={side} rows={chosen} />
            <PrintButton
              variant="light"
              label={`${PRINTED[side]} (${chosen.length})`}
              fetchFile={() =>
                settlementsPrintout(
                  side,
                  contract.id,
                  chosen.map(({ transportId }) => transportId),
                )
              }
              disabledReason={whyNotPrintAll(side, chosen)}
            />
          </SelectionBar>
        }
      >
        <DataTable
          label="Lista rozliczeń"
          columns={columns.shown}
          query={query}
          list={list}
          rowName={(row) => row.registrationNumber}
          rowTarget={(row) => ({ onOpen: () => setOpened({ kind: 'settle', row }) })}
          rowActions={(row) => actionsOf(side, role, row, setOpened)}
          selection={selection}
          empty={{
            title: 'Ten kontrakt nie ma jeszcze rozliczeń',
            hint: 'Rozliczenie powstaje, gdy transport zostanie dostarczony.',
          }}
        />
      </ListPage>
      {isSettlingByRules ? (
        <SettleByRulesDialog side={side} selection={selection} onClose={() => setSettlingByRules(false)} />
      ) : null}
      <SettlementDialogs
        side={side}
        contract={contract}
        rows={query.data?.list ?? []}
        opened={opened}
        onClose={() => setOpened(null)}
        onDone={selection.clear}
      />
    </>
  );
}

const isPrinted = (side: Side, row: SettlementRow) =>
  whyNotPrintSettlement(side, ownSide(side, row).status) === null;

/** The reason why the selected settlements cannot be printed together, or null. */
function whyNotPrintAll(side: Side, rows: readonly SettlementRow[]): string | null {
  return rows.every((row) => isPrinted(side, row)) ? null : NOT_PRINTED;
}

/**
 * The reason why no settlement of the contract can be printed, or null. Null also if the page does not have all
 * rows, because another page may have a settlement that can be printed.
 */
function whyNotPrintAny(side: Side, { list, total }: { list: readonly SettlementRow[]; total: number }) {
  if (total === 0) return NOTHING_TO_PRINT;
  const isComplete = list.length === total;
  return isComplete && !list.some((row) => isPrinted(side, row)) ? NONE_TO_PRINT : null;
}

type SettleAction = { label: string; disabledReason: string | null };

const VIEW_ACTION: SettleAction = { label: 'Dane rozliczenia zakupu', disabledReason: null };

/** A purchase is settled once and is read-only afterwards. A released sale can be settled repeatedly. */
const settleAction: BySide<(status: SettlementStatus) => SettleAction> = {
  purchase: (status) => {
    if (status === 'DELIVERED') return { label: 'Rozlicz', disabledReason: NOT_RELEASED };
    return whyNotSettlePurchase(status) === null ? { label: 'Rozlicz', disabledReason: null } : VIEW_ACTION;
  },
  sales: (status) => ({
    label: 'Rozlicz',
    disabledReason: whyNotSaveOptions(status) === null ? null : NOT_RELEASED,
  }),
};

function actionsOf(side: Side, role: Role, row: SettlementRow, open: OpenSettlement): RowAction[] {
  const { status } = ownSide(side, row);
  const isPaid = status === 'PAID';
  const notReopened = whyNotInvoice(side, status, 'INVOICE', role);
  const notTakenBack = whyNotInvoice(side, status, STATUS_BEFORE_INVOICE[side], role);
  return [
    {
      label: 'Przekaż do rozliczenia',
      icon: <IconClipboardCheck size={16} aria-hidden />,
      disabledReason: whyNotRelease(row.transportStatus),
      onClick: () => open({ kind: 'release', rows: [row] }),
    },
    {
      label: 'Badania i waga',
      icon: <IconScale size={16} aria-hidden />,
      onClick: () => open({ kind: 'measurements', row }),
    },
    {
      ...settleAction[side](status),
      icon: <IconReceipt size={16} aria-hidden />,
      onClick: () => open({ kind: 'settle', row }),
    },
    {
      label: 'Wystawione rozliczenia',
      icon: <IconFileText size={16} aria-hidden />,
      onClick: () => open({ kind: 'statements', row }),
    },
    {
      label: 'Przenieś',
      icon: <IconArrowForwardUp size={16} aria-hidden />,
      disabledReason: whyNotMoveSettlement(side, status) === null ? null : NOT_MOVABLE[side],
      onClick: () => open({ kind: 'move', row }),
    },
    {
      label: 'Faktura',
      icon: <IconFileInvoice size={16} aria-hidden />,
      disabledReason: isPaid || isInvoiceable(side, status) ? null : NOT_INVOICEABLE[side],
      onClick: () => open({ kind: 'invoice', row }),
    },
    ...(whyNotSettlePurchase(status, 'TO_BE_SETTLED') === null
      ? [
          {
            label: 'Cofnij rozliczenie',
            icon: <IconArrowBackUp size={16} aria-hidden />,
            onClick: () => open({ kind: 'reverseStatement', row }),
          },
        ]
      : []),
    ...(status === 'INVOICE'
      ? [
          {
            label: 'Cofnij fakturę',
            icon: <IconArrowBackUp size={16} aria-hidden />,
            disabledReason: notTakenBack && ERROR_SENTENCES[notTakenBack],
            onClick: () => open({ kind: 'reverseInvoice', row }),
          },
        ]
      : []),
    ...(isPaid
      ? [
          {
            label: 'Otwórz ponownie',
            icon: <IconLockOpen size={16} aria-hidden />,
            disabledReason: notReopened && ERROR_SENTENCES[notReopened],
            onClick: () => open({ kind: 'reopen', row }),
          },
        ]
      : []),
  ];
}
