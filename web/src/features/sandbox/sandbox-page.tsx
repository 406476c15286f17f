import { Group, Stack, Tabs, Title } from '@mantine/core';
import { useScheme } from '../../components/use-scheme.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SandboxDialogs } from './sandbox-dialogs.tsx';
import { SandboxFields } from './sandbox-fields.tsx';
import { SandboxFigures } from './sandbox-figures.tsx';
import { SandboxForm } from './sandbox-form.tsx';
import { SandboxList } from './sandbox-list.tsx';
import { SandboxOutcomes } from './sandbox-outcomes.tsx';

/** Shows every component in its states. The page needs no sign-in and no server. */
export function SandboxPage() {
  return (
    <Stack component="main" p="md" gap="md">
      <title>Elementy interfejsu – Spichlerz</title>
      <Group justify="space-between">
        <Title order={1}>Elementy interfejsu</Title>
        <div style={{ width: 260 }}>
          <SchemeSwitch />
        </div>
      </Group>
      <Tabs defaultValue="list" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">Lista</Tabs.Tab>
          <Tabs.Tab value="form">Formularz</Tabs.Tab>
          <Tabs.Tab value="fields">Pola i przyciski</Tabs.Tab>
          <Tabs.Tab value="dialogs">Okna i powiadomienia</Tabs.Tab>
          <Tabs.Tab value="figures">Statusy i wykresy</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <SandboxList />
        </Tabs.Panel>
        <Tabs.Panel value="form">
          <SandboxForm />
        </Tabs.Panel>
        <Tabs.Panel value="fields">
          <SandboxFields />
        </Tabs.Panel>
        <Tabs.Panel value="dialogs">
          <Stack gap="xl">
            <SandboxDialogs />
            <SandboxOutcomes />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <SandboxFigures />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function SchemeSwitch() {
  return <SegmentedControl fullWidth size="xs" aria-label="Wygląd" {...useScheme()} />;
}
