import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { UI_TEXTS } from '../texts.ts';
import classes from './list-page.module.css';

type Props = { isFetching: boolean; updatedAt: number; onRefresh: () => unknown };

const clock = new Intl.DateTimeFormat('pl-PL', {
  timeZone: 'Europe/Warsaw',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function RefreshButton({ isFetching, updatedAt, onRefresh }: Props) {
  return (
    <div className={classes.refresh}>
      {/* the space is kept until the first data arrive, so that the controls next to it do not move */}
      <Text fz="xs" c="dimmed" className={classes.updated} data-pending={updatedAt === 0 || undefined}>
        {UI_TEXTS.lastUpdate(clock.format(updatedAt))}
      </Text>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
        onClick={() => onRefresh()}
        aria-disabled={isFetching || undefined}
      >
        {UI_TEXTS.refresh}
      </Button>
    </div>
  );
}
