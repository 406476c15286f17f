import { Badge, Paper, SimpleGrid, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { isOverdueInvoice, type TransportAttention } from '@spichlerz/shared/domain/attention';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { Attentions } from '@spichlerz/shared/wire/attention';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { attentionsQuery } from '../../api/positions.ts';
import { ALL_MATERIALS, contractListLink } from '../../components/contract/contract-links.ts';
import { FailedState } from '../../ui/list/list-outcome.tsx';
import { CONTRACT_ATTENTION_WORDS, TRANSPORT_ATTENTION_WORDS } from '../../words/attention.ts';
import { untilTomorrow } from '../../words/format.ts';
import { formatCount } from '../../words/plural.ts';
import classes from './to-do-panel.module.css';

type Item = { key: string; label: string; count: number; renderRoot: (props: object) => ReactNode };

/** What waits for somebody, each count opening the list it counts. */
export function ToDoPanel() {
  const query = useQuery({ ...attentionsQuery, refetchInterval: untilItIsLate });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="to-do">
      <Title order={2} id="to-do" mb="sm">
        Do zrobienia
      </Title>
      {query.data !== undefined ? (
        <Items items={itemsOf(query.data)} />
      ) : query.error ? (
        <FailedState error={query.error} onRetry={query.refetch} />
      ) : (
        <Skeleton height={72} />
      )}
    </Paper>
  );
}

/** Clocks of two computers differ. */
const LEEWAY_MS = 60_000;

/** At midnight contracts and invoices become overdue though nobody changes anything. */
const untilItIsLate = () => untilTomorrow() + LEEWAY_MS;

function Items({ items }: { items: readonly Item[] }) {
  if (items.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Nic nie czeka. Wszystko jest załatwione.
      </Text>
    );
  }
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="md"
      verticalSpacing={2}
      className={classes.items}
    >
      {items.map(({ key, label, count, renderRoot }) => (
        <li key={key}>
          <UnstyledButton className={classes.item} renderRoot={renderRoot}>
            <span>{label}</span>
            <Badge color="orange">{formatCount(count)}</Badge>
          </UnstyledButton>
        </li>
      ))}
    </SimpleGrid>
  );
}

/** Whoever waits for their money or their goods the longest. */
function longestFirst(attention: TransportAttention): { sort?: string } {
  if (isOverdueInvoice(attention)) return { sort: 'payment_date.asc' };
  return attention === 'LATE' ? { sort: 'date_unloading.asc' } : {};
}

/** Only what there is; a purchase is never "not covered". */
function itemsOf({ contracts, transports }: Attentions): Item[] {
  const items = [
    ...contracts.map(({ side, attention, count }) => ({
      key: `${side} ${attention}`,
      label: CONTRACT_ATTENTION_WORDS[side][attention],
      count,
      renderRoot: (props: object) => (
        <Link
          {...props}
          {...contractListLink[side](ALL_MATERIALS)}
          search={{ contractStatus: [...OPEN_STATUSES], attention }}
        />
      ),
    })),
    ...transports.map(({ attention, count }) => ({
      key: attention,
      label: TRANSPORT_ATTENTION_WORDS[attention],
      count,
      renderRoot: (props: object) => (
        <Link {...props} to="/logistics" search={{ attention, ...longestFirst(attention) }} />
      ),
    })),
  ];
  return items.filter(({ count }) => count > 0);
}
