import { AccordionChevron, Collapse, Stack, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
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
        <button
          type="button"
          className={classes.entry}
          data-active={isHere || undefined}
          aria-label={entry.label}
          onClick={onWiden}
        >
          <Face icon={icon} />
        </button>
      </Tooltip>
    );
  }
  return (
    <Places label={entry.label} icon={icon}>
      {entry.under.map(({ to, label }) => (
        <PlaceLink key={to} to={to} label={label} path={path} onNavigate={onNavigate} />
      ))}
    </Places>
  );
}

/** Places under a name that folds them away. */
function Places({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" className={classes.entry} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Face icon={icon} label={label} />
        <AccordionChevron className={classes.chevron} />
      </button>
      <Collapse expanded={isOpen}>
        <div className={classes.places}>{children}</div>
      </Collapse>
    </>
  );
}

/** Plain elements: the kit's entry is six of its own, and every page has eleven entries. */
function Face({ icon, label }: { icon?: ReactNode; label?: string | undefined }) {
  return (
    <>
      {icon === undefined ? null : <span className={classes.entryIcon}>{icon}</span>}
      <span className={classes.entryLabel}>{label}</span>
    </>
  );
}

type PlaceLinkProps = {
  to: string;
  label: string;
  icon?: ReactNode;
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
    <Link
      {...rest}
      {...place}
      className={classes.entry}
      data-active={isAt(path, to) || undefined}
      aria-label={isNarrow ? label : undefined}
      aria-current={isAt(path, to) ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Face icon={icon} label={isNarrow ? undefined : label} />
    </Link>
  );
}
