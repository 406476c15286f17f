import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

/** Tabs that lead to pages of their own. */
export function TabBar<Value extends string>({ label, value, tabs, onChange }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const active = tabs.findIndex((tab) => tab.value === value);
  // On a phone the tabs scroll, and a link may open one that is out of sight. The observer looks once the page is laid
  // out; to scroll at once would lay it out a second time, which took a list a tenth of its opening.
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
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
