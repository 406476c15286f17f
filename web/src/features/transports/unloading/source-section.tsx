import { Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { FileDropArea } from '../../../components/table-import/file-drop-area.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import { ReadingOptions } from '../../../components/table-import/reading-options.tsx';
import { ROWS } from '../../../components/table-import/table-texts.ts';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import { counted } from '../../../words/plural.ts';
import { type RecipientState, ScopeFields } from './scope-fields.tsx';
import { LIST_HINT } from './unloading-texts.ts';
import { PASTED_NAME, type Scope, type UnloadingList } from './use-unloading-list.ts';

type Props = RecipientState & { form: Form<Scope, Scope>; state: UnloadingList };

/** The section in which the user selects the recipient and pastes a table or chooses a file. */
export function SourceSection({ form, state, ...scope }: Props) {
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
      <ScopeFields {...scope} form={form} disabled={task !== null} onChange={state.forgetMeanings} />
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
  const { pasted, setPasted } = state;
  const isReading = state.task === 'reading';
  const field = useRef<HTMLTextAreaElement>(null);
  // the focused button of the previous list is unmounted, so the focus moves to the text field
  useEffect(() => {
    if (state.isReplaced) field.current?.focus();
  }, [state.isReplaced]);
  const readText = (text: string) => state.read(new Blob([text]), PASTED_NAME);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <Textarea
          ref={field}
          label="Tabela z maila albo z arkusza"
          description="Skopiuj całą tabelę razem z nagłówkami i wklej ją tutaj."
          placeholder="Wklej tutaj"
          rows={5}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
          onPaste={(event) => {
            // a pasted table replaces the text and is read at once; a text of one line is only inserted
            const text = event.clipboardData.getData('text/plain');
            if (!/\n./.test(text.trim())) return;
            event.preventDefault();
            setPasted(text);
            readText(text);
          }}
        />
        <Group>
          <ButtonWithReason
            variant="default"
            disabledReason={pasted.trim() === '' ? 'Najpierw wklej tabelę.' : null}
            loading={isReading}
            onClick={() => readText(pasted)}
          >
            Odczytaj tabelę
          </ButtonWithReason>
        </Group>
      </Stack>
      <FileDropArea
        label="Plik z listą rozładunków"
        accept=".xlsx,.csv,.txt"
        hint={LIST_HINT}
        disabled={state.task !== null}
        loading={isReading}
        onChoose={(chosen) => state.read(chosen, chosen.name)}
      />
    </SimpleGrid>
  );
}
