import { deleteTransport, type TransportRow } from '@spichlerz/shared/calls/transports';
import type { TransportAttention } from '@spichlerz/shared/domain/attention';
import type { Role } from '@spichlerz/shared/domain/role';
import { SIDES } from '@spichlerz/shared/domain/side';
import {
  isEditableTransport,
  TRANSPORT_STATUSES,
  whyNotDeleteTransport,
  whyNotPrintOrder,
  whyNotRedirect,
  whyNotSettleFreight,
} from '@spichlerz/shared/domain/transport';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import {
  IconArrowForwardUp,
  IconClipboardCheck,
  IconEdit,
  IconEye,
  IconMail,
  IconPrinter,
  IconReceipt,
  IconReceipt2,
  IconScale,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { transportPrintout } from '../../../api/printouts.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { useMe } from '../../../api/session.ts';
import { transportExport, transportListQuery } from '../../../api/transports.ts';
import { ViewsMenu } from '../../../components/list-views/views-menu.tsx';
import { marginExportOptions } from '../../../components/margin-columns.tsx';
import { PRINTING, usePrintout } from '../../../components/use-printout.ts';
import { confirmAction } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import type { ListEmpty } from '../../../ui/table/list-outcome.tsx';
import { ListPage } from '../../../ui/table/list-page.tsx';
import { type ListDefinition, useListParams } from '../../../ui/table/list-params.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { StatusChips } from '../../../ui/table/status-chips.tsx';
import { useColumns } from '../../../ui/table/use-columns.ts';
import { type SelectedRows, useSelection } from '../../../ui/table/use-selection.ts';
import { ERROR_SENTENCES } from '../../../words/error-sentences.ts';
import { dashboardLink } from '../../contracts/contract-links.ts';
import { CONTRACT_ID, transportWithQuantity } from '../dialog-transport.ts';
import { whyNotRelease } from '../release-selected.tsx';
import { type OpenedTransport, type OpenTransport, TransportDialogs } from '../transport-dialogs.tsx';
import {
  dialogTransportOf,
  NO_FREIGHT_YET,
  NO_ORDER,
  NO_SETTLEMENT_YET,
  SETTLEMENT_OF,
} from '../transport-texts.ts';
import { TransportBulk } from './transport-bulk.tsx';
import { type TransportListParams, transportListParams, transportQueryOf } from './transport-list-params.ts';
import { useLoadingDays } from './use-loading-days.ts';
import { useTransportListFilters } from './use-transport-list-filters.tsx';

type Props = {
  title: string;
  /** The name under which the user's column preferences are stored. */
  listName: string;
  /** Limits the list to one contract. */
  scope?: { purchaseId?: number; salesId?: number };
  /** Default: all transports, the newest first. */
  params?: ListDefinition<TransportListParams>;
  columns: (
    role: Role,
    onOpen: OpenTransport,
    attention: TransportAttention | null,
  ) => readonly ListColumn<TransportRow>[];
  empty: ListEmpty;
  embedded?: boolean;
  /** A button in the row of the title. */
  action?: ReactNode;
  /** Further actions on the selected transports. */
  bulkActions?: (selection: SelectedRows<TransportRow>) => ReactNode;
  /** The menu entry under which the list's state is stored. */
  menuPath?: string;
};

const NO_SCOPE = {};

/** A list of transports with all actions on them. */
export function TransportTable({
  title,
  listName,
  scope = NO_SCOPE,
  params = transportListParams,
  columns,
  empty,
  embedded = false,
  action,
  bulkActions,
  menuPath,
}: Props) {
  const { role } = useMe();
  const list = useListParams(params, menuPath === undefined ? {} : { menuPath });
  const listInput = { ...transportQueryOf(list.params), ...scope };
  const filters = useTransportListFilters(list.params, scope !== NO_SCOPE);
  const query = useQuery(transportListQuery(listInput));
  const groups = useLoadingDays(listInput, query);
  const { attention } = list.params;
  const [opened, setOpened] = useState<OpenedTransport | null>(null);
  const selection = useSelection(query.data?.list, list.params);
  const chosen = useColumns(
    listName,
    useMemo(() => columns(role, setOpened, attention), [columns, role, setOpened, attention]),
  );
  const actions = useRowActions(setOpened);

  return (
    <>
      <ListPage
        title={title}
        embedded={embedded}
        action={action}
        list={list}
        query={query}
        onExport={transportExport({ ...listInput, ...marginExportOptions(chosen) })}
        searchHint="Szukaj: nr rej., przewoźnik, kierowca, kontrahent, kontrakt, surowiec"
        filters={filters}
        chips={
          <StatusChips
            label="Status transportu"
            options={TRANSPORT_STATUSES.map((value) => ({ value, label: TRANSPORT_STATUS_LABELS[value] }))}
            value={list.params.status}
            onChange={(status) => list.change({ status })}
          />
        }
        columns={chosen}
        views={menuPath === undefined ? undefined : <ViewsMenu list={menuPath} columns={chosen} />}
        tools={
          <TransportBulk selection={selection} role={role} onOpen={setOpened}>
            {bulkActions?.(selection)}
          </TransportBulk>
        }
      >
        <DataTable
          label={title}
          columns={chosen.shown}
          query={query}
          list={list}
          rowName={(row) => row.registrationNumber}
          rowTarget={(row) => ({ onOpen: () => setOpened({ kind: 'edit', row }) })}
          rowActions={actions}
          selection={selection}
          groups={groups}
          empty={empty}
        />
      </ListPage>
      <TransportDialogs opened={opened} onClose={() => setOpened(null)} onDone={selection.clear} />
    </>
  );
}

function useRowActions(open: OpenTransport): (row: TransportRow) => readonly RowAction[] {
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  const { isPrinting, print } = usePrintout();
  const remove = (row: TransportRow) =>
    confirmAction({
      title: 'Usunąć transport?',
      message: `${transportWithQuantity(dialogTransportOf(row))}, zostanie usunięty, a jego ilość wróci do alokacji kontraktów.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await call(deleteTransport, { params: { id: row.id } });
        await invalidateTopic('transport');
        notifySuccess(row.registrationNumber, 'Usunięto transport');
      },
    });

  return (row) => {
    const { status } = row;
    const isEditable = isEditableTransport(status);
    const isPaid = status === 'PAID';
    const notRedirected = whyNotRedirect(status);
    const notDeleted = whyNotDeleteTransport(status);
    return [
      {
        label: isEditable ? 'Edytuj' : 'Szczegóły',
        shortcut: 'e',
        icon: isEditable ? <IconEdit size={16} aria-hidden /> : <IconEye size={16} aria-hidden />,
        onClick: () => open({ kind: 'edit', row }),
      },
      {
        label: 'Przekieruj',
        icon: <IconArrowForwardUp size={16} aria-hidden />,
        disabledReason: notRedirected && ERROR_SENTENCES[notRedirected],
        onClick: () => open({ kind: 'redirect', row }),
      },
      {
        label: 'Badania i waga',
        icon: <IconScale size={16} aria-hidden />,
        onClick: () => open({ kind: 'measurements', row }),
      },
      {
        label: 'Przekaż do rozliczenia',
        icon: <IconClipboardCheck size={16} aria-hidden />,
        disabledReason: whyNotRelease(status),
        onClick: () => open({ kind: 'unload', rows: [row], to: 'TO_BE_SETTLED' }),
      },
      {
        label: isPaid ? 'Dane frachtu' : 'Rozlicz fracht',
        icon: <IconReceipt size={16} aria-hidden />,
        disabledReason: isPaid || whyNotSettleFreight(status) === null ? null : NO_FREIGHT_YET,
        onClick: () => open({ kind: 'freight', row }),
      },
      ...SIDES.map((side) => ({
        label: SETTLEMENT_OF[side],
        icon: <IconReceipt2 size={16} aria-hidden />,
        disabledReason: row.settlementId === null ? NO_SETTLEMENT_YET : null,
        onClick: () =>
          void navigate({
            ...dashboardLink[side](CONTRACT_ID[side](row), 'settlement'),
            search: { search: row.registrationNumber },
          }),
      })),
      {
        label: 'Zlecenie transportowe',
        icon: <IconPrinter size={16} aria-hidden />,
        disabledReason: whyNotPrintOrder(status) !== null ? NO_ORDER : isPrinting ? PRINTING : null,
        onClick: () => void print(() => transportPrintout(row.id)),
      },
      {
        label: 'Wyślij zlecenie e-mailem',
        icon: <IconMail size={16} aria-hidden />,
        disabledReason: whyNotPrintOrder(status) === null ? null : NO_ORDER,
        onClick: () => open({ kind: 'mailOrder', row }),
      },
      {
        label: 'Usuń',
        icon: <IconTrash size={16} aria-hidden />,
        danger: true,
        disabledReason: notDeleted && ERROR_SENTENCES[notDeleted],
        onClick: () => remove(row),
      },
    ];
  };
}
