import '@mantine/core/styles/Card.css';
import { Button, Card, EmptyState, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import type { Position } from '@spichlerz/shared/wire/positions';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { IconMoodEmpty } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { PositionBar } from './position-bar.tsx';
import { BackwardsRange, LongShortBadge } from './position-figures.tsx';
import { PositionFilters } from './position-filters.tsx';
import classes from './positions-page.module.css';
import { usePositions } from './use-position-range.ts';

/** The open quantity of each raw material: purchased, sold and the difference. */
export function PositionsPage() {
  const { problem, query } = usePositions();
  return (
    <Page title="Pozycje" actions={<PositionFilters query={query} />}>
      <div className={classes.desk}>
        {problem === undefined ? <Cards query={query} /> : <BackwardsRange problem={problem} />}
        <AttentionPanel />
      </div>
    </Page>
  );
}

function Cards({
  query,
}: {
  query: { data: Position[] | undefined; error: unknown; refetch: () => unknown };
}) {
  if (query.data === undefined && query.error)
    return <FailedState error={query.error} onRetry={query.refetch} />;
  if (query.data?.length === 0) return <NoMaterials />;
  return (
    <div className={classes.cards} aria-busy={query.data === undefined}>
      {query.data === undefined
        ? Array.from({ length: 8 }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the skeleton has no records
            <Skeleton key={index} height={152} radius="md" />
          ))
        : query.data.map((position) => <PositionCard key={position.id} position={position} />)}
    </div>
  );
}

/** The page of a company without raw materials. */
function NoMaterials() {
  return (
    <Paper withBorder p="xl" component="output" display="block">
      <EmptyState
        icon={<IconMoodEmpty size={36} stroke={1.5} />}
        title="Nie ma jeszcze surowców"
        description="Pozycje powstają z kontraktów, a kontrakt wymaga surowca. Surowce dodaje administrator."
      >
        <EmptyState.Actions>
          <Button renderRoot={(props: object) => <Link {...props} to="/data/raw-material-list" />}>
            Przejdź do surowców
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}

function PositionCard({ position }: { position: Position }) {
  const difference = longShortKg(position);
  return (
    <Card
      withBorder
      padding="md"
      className={classes.card}
      renderRoot={(props: object) => (
        <Link
          {...props}
          to="/positions/$id"
          params={{ id: String(position.id) }}
          search={(before) => before}
        />
      )}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} fz={16}>
            {position.translatePl}
          </Title>
          <LongShortBadge kg={difference} />
        </Group>
        <Text fz={22} fw={600} lh={1.1} className={classes.figure}>
          {formatTonnes(difference)}
        </Text>
        <PositionBar amounts={position} />
      </Stack>
    </Card>
  );
}
