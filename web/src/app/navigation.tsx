import { NavLink, Stack, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { listAsLeft } from '../ui/list/remembered-search.ts';
import classes from './layout.module.css';
import { isAt, type MenuEntry, menuFor } from './menu.ts';

type Props = {
  /** Icons only. */
  isNarrow?: boolean;
  onWiden?: () => void;
  onNavigate?: () => void;
};

export function Navigation({ isNarrow = false, onWiden, onNavigate }: Props) {
  const { role, passwordExpired } = useMe();
  const path = useLocation({ select: (location) => location.pathname });
  // every entry would lead back to the account
  if (passwordExpired) return null;
  return (
    <nav aria-label="Menu główne">
      <Stack gap={2}>
        {menuFor(role).map((entry) => (
          <Entry
            key={entry.label}
            entry={entry}
            path={path}
            isNarrow={isNarrow}
            onWiden={onWiden}
            onNavigate={onNavigate}
          />
        ))}
      </Stack>
    </nav>
  );
}

type EntryProps = {
  entry: MenuEntry;
  path: string;
  isNarrow: boolean;
  onWiden: (() => void) | undefined;
  onNavigate: (() => void) | undefined;
};

function Entry({ entry, path, isNarrow, onWiden, onNavigate }: EntryProps) {
  const icon = <entry.icon size={20} stroke={1.6} aria-hidden />;
  if ('to' in entry) {
    const link = (
      <PlaceLink
        to={entry.to}
        label={entry.label}
        icon={icon}
        path={path}
        isNarrow={isNarrow}
        onNavigate={onNavigate}
      />
    );
    return isNarrow ? (
      <Tooltip label={entry.label} position="right">
        {link}
      </Tooltip>
    ) : (
      link
    );
  }
  const isHere = entry.under.some(({ to }) => isAt(path, to));
  if (isNarrow) {
    return (
      <Tooltip label={entry.label} position="right">
        <NavLink
          component="button"
          type="button"
          className={classes.entry}
          leftSection={icon}
          active={isHere}
          aria-label={entry.label}
          onClick={onWiden}
        />
      </Tooltip>
    );
  }
  return (
    <NavLink
      component="button"
      type="button"
      className={classes.entry}
      label={entry.label}
      leftSection={icon}
      defaultOpened
      childrenOffset={32}
    >
      {entry.under.map(({ to, label }) => (
        <PlaceLink key={to} to={to} label={label} path={path} onNavigate={onNavigate} />
      ))}
    </NavLink>
  );
}

type PlaceLinkProps = {
  to: string;
  label: string;
  icon?: React.ReactNode;
  path: string;
  isNarrow?: boolean;
  onNavigate: (() => void) | undefined;
};

/** A list opens from the menu as it was left, and from itself as it is at first. */
function PlaceLink({ to, label, icon, path, isNarrow = false, onNavigate, ...rest }: PlaceLinkProps) {
  const left = listAsLeft(to);
  // below a list of one raw material the guard finds which one, later than this is drawn
  const isLed = path === to || (isAt(path, to) && left.to !== to);
  const place = isLed ? { to, search: {} } : left;
  return (
    <NavLink
      {...rest}
      className={classes.entry}
      label={isNarrow ? undefined : label}
      leftSection={icon}
      active={isAt(path, to)}
      onClick={onNavigate}
      renderRoot={(props: object) => (
        <Link
          {...props}
          {...place}
          aria-label={isNarrow ? label : undefined}
          aria-current={isAt(path, to) ? 'page' : undefined}
        />
      )}
    />
  );
}
