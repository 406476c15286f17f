import { AccordionChevron, Collapse, Stack, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMe } from '../api/session.ts';
import { storedListLink } from '../ui/table/stored-search.ts';
import classes from './layout.module.css';
import { isActiveEntry, type MenuEntry, menuFor } from './menu.ts';

type Props = {
  /** Shows only the icons. */
  isNarrow?: boolean;
  onExpand?: () => void;
  onNavigate?: () => void;
};

export function Navigation({ isNarrow = false, onExpand, onNavigate }: Props) {
  const { role, passwordExpired } = useMe();
  const path = useLocation({ select: (location) => location.pathname });
  // with an expired password every entry would redirect to the account page
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
            onExpand={onExpand}
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
  onExpand: (() => void) | undefined;
  onNavigate: (() => void) | undefined;
};

function Entry({ entry, path, isNarrow, onExpand, onNavigate }: EntryProps) {
  const icon = <entry.icon size={20} stroke={1.6} aria-hidden />;
  if ('to' in entry) {
    const link = (
      <NavigationLink
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
  const isHere = entry.under.some(({ to }) => isActiveEntry(path, to));
  if (isNarrow) {
    return (
      <Tooltip label={entry.label} position="right">
        <button
          type="button"
          className={classes.entry}
          data-active={isHere || undefined}
          aria-label={entry.label}
          onClick={onExpand}
        >
          <EntryContent icon={icon} />
        </button>
      </Tooltip>
    );
  }
  return (
    <MenuGroup label={entry.label} icon={icon}>
      {entry.under.map(({ to, label }) => (
        <NavigationLink key={to} to={to} label={label} path={path} onNavigate={onNavigate} />
      ))}
    </MenuGroup>
  );
}

/** Links under a heading that collapses and expands them. */
function MenuGroup({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" className={classes.entry} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <EntryContent icon={icon} label={label} />
        <AccordionChevron className={classes.chevron} />
      </button>
      <Collapse expanded={isOpen}>
        <div className={classes.places}>{children}</div>
      </Collapse>
    </>
  );
}

/** Plain elements, because Mantine's NavLink renders six elements for each entry of the menu. */
function EntryContent({ icon, label }: { icon?: ReactNode; label?: string | undefined }) {
  return (
    <>
      {icon === undefined ? null : <span className={classes.entryIcon}>{icon}</span>}
      <span className={classes.entryLabel}>{label}</span>
    </>
  );
}

type NavigationLinkProps = {
  to: string;
  label: string;
  icon?: ReactNode;
  path: string;
  isNarrow?: boolean;
  onNavigate: (() => void) | undefined;
};

/**
 * A menu entry opens its list with the user's last filters and page number. While this list is shown, the entry
 * opens it with the default filters. The entry of a contract list opens a path without a raw material, for
 * which the guard redirectToRawMaterial restores the last filters but not the page number.
 */
function NavigationLink({
  to,
  label,
  icon,
  path,
  isNarrow = false,
  onNavigate,
  ...rest
}: NavigationLinkProps) {
  const left = storedListLink(to);
  // The path of a contract list is longer than `to`, because the guard redirectToRawMaterial adds a raw
  // material.
  const opensDefault = path === to || (isActiveEntry(path, to) && left.to !== to);
  const place = opensDefault ? { to, search: {} } : left;
  return (
    <Link
      {...rest}
      {...place}
      className={classes.entry}
      data-active={isActiveEntry(path, to) || undefined}
      aria-label={isNarrow ? label : undefined}
      aria-current={isActiveEntry(path, to) ? 'page' : undefined}
      onClick={onNavigate}
    >
      <EntryContent icon={icon} label={isNarrow ? undefined : label} />
    </Link>
  );
}
