import { Button, Divider, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { FileDropArea } from '../../../components/table-import/file-drop-area.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import { ReadingOptions } from '../../../components/table-import/reading-options.tsx';
import { ROWS } from '../../../components/table-import/table-texts.ts';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import { counted } from '../../../words/plural.ts';
import { ScopeFields } from './scope-fields.tsx';
import { LIST_HINT } from './unloading-texts.ts';
import { PASTED_NAME, type Scope, type UnloadingList } from './use-unloading-list.ts';

type Props = { form: Form<Scope, Scope>; state: UnloadingList };

/** Whose list it is, and the list itself: a pasted table or a file. */
export function SourceSection({ form, state }: Props) {
  const { file, task } = state;
  return (
    <ImportSection
      title="1. Lista"
      actions={
        file === null ? null : (
          <Button variant="default" disabled={task !== null} onClick={state.startOver}>
            Zmień listę
          </Button>
        )
      }
    >
      <ScopeFields form={form} disabled={task !== null} onChange={state.forgetMeanings} />
      {file === null ? (
        <SourceInput state={state} />
      ) : (
        <>
          <Group gap="xs" wrap="nowrap">
            <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {`${file.name}, ${file.sheet === undefined ? '' : `arkusz „${file.sheet.name}”, `}${counted(file.table.rows.length, ROWS)} pod nagłówkami`}
            </Text>
          </Group>
          {file.name === PASTED_NAME ? null : (
            <ReadingOptions file={file} disabled={task !== null} onReadAs={state.readAs} />
          )}
        </>
      )}
    </ImportSection>
  );
}

function SourceInput({ state }: { state: UnloadingList }) {
  const [text, setText] = useState('');
  const isReading = state.task === 'reading';
  const readText = (pasted: string) => state.read(new Blob([pasted]), PASTED_NAME);
  return (
    <Stack gap="sm">
      <Textarea
        label="Tabela z maila albo z arkusza"
        description="Skopiuj całą tabelę razem z nagłówkami i wklej ją tutaj."
        placeholder="Ctrl+V"
        rows={4}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // a whole table is read at once, a piece of text is only typed
          const pasted = event.clipboardData.getData('text/plain');
          if (text.trim() === '' && /\n./.test(pasted.trim())) readText(pasted);
        }}
      />
      <Group>
        <ButtonWithReason
          variant="default"
          disabledReason={text.trim() === '' ? 'Najpierw wklej tabelę.' : null}
          loading={isReading}
          onClick={() => readText(text)}
        >
          Odczytaj tabelę
        </ButtonWithReason>
      </Group>
      <Divider label="albo" labelPosition="center" />
      <FileDropArea
        label="Plik z listą rozładunków"
        accept=".xlsx,.csv,.txt"
        hint={LIST_HINT}
        disabled={state.task !== null}
        loading={isReading}
        onChoose={(chosen) => state.read(chosen, chosen.name)}
      />
    </Stack>
  );
}
