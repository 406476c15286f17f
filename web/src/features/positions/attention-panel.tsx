import { ActionIcon, Badge, Group, Paper, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import type { InvoiceAttention, TransportAttention } from '@spichlerz/shared/domain/attention';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { Attentions } from '@spichlerz/shared/wire/attention';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { attentionsQuery } from '../../api/positions.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import {
  CONTRACT_ATTENTION_LABELS,
  INVOICE_ATTENTION_LABELS,
  TRANSPORT_ATTENTION_LABELS,
} from '../../words/attention.ts';
import { untilTomorrow } from '../../words/format.ts';
import { formatCount } from '../../words/plural.ts';
import { ALL_MATERIALS, contractListLink } from '../contracts/contract-links.ts';
import { KIND_LINKS } from '../invoices/invoice-list-params.ts';
import classes from './attention-panel.module.css';

type Item = { key: string; label: string; count: number; renderRoot: (props: object) => ReactNode };
type ItemGroup = { id: string; label: string; items: readonly Item[] };

/** The numbers of rows with pending work, with links to these rows. */
export function AttentionPanel() {
  const query = useQuery({ ...attentionsQuery, refetchInterval: nextRefetchMs });
  const [folded, setFolded] = useLocalStorage('to-do-folded');
  const isFolded = folded === 'true';
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="attention">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} id="attention">
          Do zrobienia
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isFolded ? 'Rozwiń „Do zrobienia”' : 'Zwiń „Do zrobienia”'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(isFolded ? null : 'true')}
        >
          {isFolded ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
        </ActionIcon>
      </Group>
      {isFolded ? null : (
        <div className={classes.content}>
          {query.data !== undefined ? (
            <Groups groups={groupsOf(query.data)} />
          ) : query.error ? (
            <FailedState error={query.error} onRetry={query.refetch} />
          ) : (
            <Skeleton className={classes.waiting} />
          )}
        </div>
      )}
    </Paper>
  );
}

/** Added to midnight, because the clocks of the browser and the server may differ. */
const LEEWAY_MS = 60_000;

/**
 * Milliseconds until the counts are refetched after midnight: contracts and invoices become overdue without a
 * live change.
 */
const nextRefetchMs = () => untilTomorrow() + LEEWAY_MS;

function Groups({ groups }: { groups: readonly ItemGroup[] }) {
  if (groups.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Nic nie czeka. Wszystko jest załatwione.
      </Text>
    );
  }
  return (
    <div className={classes.groups}>
      {groups.map(({ id, label, items }) => (
        <div key={id}>
          <Title order={3} id={id} className={classes.group}>
            {label}
          </Title>
          <ul aria-labelledby={id} className={classes.items}>
            {items.map(({ key, label: words, count, renderRoot }) => (
              <li key={key}>
                <UnstyledButton className={classes.item} renderRoot={renderRoot}>
                  <span>{words}</span>
                  <Badge color="orange">{formatCount(count)}</Badge>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** Returns the groups that have at least one row. */
function groupsOf({ contracts, transports, invoices }: Attentions): ItemGroup[] {
  const groups = [
    { id: 'attention-contracts', label: 'Kontrakty', items: contracts.map(contractItem) },
    {
      id: 'attention-transports',
      label: 'Transporty',
      items: transports.filter((one) => !isInvoiceWork(one)).map(transportItem),
    },
    {
      id: 'attention-invoices',
      label: 'Faktury',
      items: [...transports.filter(isInvoiceWork).map(transportItem), ...invoices.map(invoiceItem)],
    },
  ];
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ count }) => count > 0) }))
    .filter(({ items }) => items.length > 0);
}

type Waiting = Attentions['transports'][number];

const INVOICES: readonly TransportAttention[] = ['PURCHASE_TO_INVOICE', 'SALES_TO_INVOICE'];

const isInvoiceWork = ({ attention }: Waiting): boolean => INVOICES.includes(attention);

const contractItem = ({ side, attention, count }: Attentions['contracts'][number]): Item => ({
  key: `${side} ${attention}`,
  label: CONTRACT_ATTENTION_LABELS[side][attention],
  count,
  renderRoot: (props) => (
    <Link
      {...props}
      {...contractListLink[side](ALL_MATERIALS)}
      search={{ contractStatus: [...OPEN_STATUSES], attention }}
    />
  ),
});

const transportItem = ({ attention, count }: Waiting): Item => ({
  key: attention,
  label: TRANSPORT_ATTENTION_LABELS[attention],
  count,
  renderRoot: (props) => (
    <Link
      {...props}
      to="/logistics"
      // late transports are listed with the longest delay first
      search={{ attention, ...(attention === 'LATE' && { sort: 'date_unloading.asc' }) }}
    />
  ),
});

const INVOICE_FILTERS = {
  OVERDUE: { isOverdue: 'true' },
  WITHOUT_KSEF: { withoutKsef: 'true' },
} satisfies Record<InvoiceAttention, object>;

/** The link has no sort order: by default the list of invoices shows the unpaid invoices by due date. */
const invoiceItem = ({ kind, attention, count }: Attentions['invoices'][number]): Item => ({
  key: `${kind} ${attention}`,
  label: INVOICE_ATTENTION_LABELS[attention][kind],
  count,
  renderRoot: (props) => <Link {...props} {...KIND_LINKS[kind]} search={INVOICE_FILTERS[attention]} />,
});
