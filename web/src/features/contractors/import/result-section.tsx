import { Alert, Button, Group, Text } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { counted } from '../../../words/plural.ts';
import { BadRowsButton } from './bad-rows-button.tsx';
import { type CheckedRow, isImportable } from './checked-rows.ts';
import { IMPORT_TEXTS, ROWS_NOT_IMPORTED } from './import-texts.ts';
import { LIST_LINK } from './list-link.ts';
import type { Import } from './use-import.ts';

type Props = {
  kind: ContractorKind;
  state: Import;
  file: ChosenFile;
  rows: readonly CheckedRow[];
  imported: number;
};

/** The result of the import, and links to continue. */
export function ResultSection({ kind, state, file, rows, imported }: Props) {
  const words = IMPORT_TEXTS[kind];
  const left = rows.filter((row) => !isImportable(row)).length;
  return (
    <ImportSection title="Wynik">
      <Alert color="field" icon={<IconCheck size={18} aria-hidden />} py="xs">
        <Text fz="sm" component="output">
          {words.done(imported)}
        </Text>
      </Alert>
      {left === 0 ? null : (
        <Text fz="sm">
          {`${counted(left, ROWS_NOT_IMPORTED)} Pobierz ${left === 1 ? 'go' : 'je'}, popraw w arkuszu i zaimportuj poprawiony plik: ma te same kolumny i dodatkową kolumnę „Problem”.`}
        </Text>
      )}
      <Group gap="xs">
        <Button renderRoot={(props: object) => <Link {...props} {...LIST_LINK[kind]} />}>
          {words.toList}
        </Button>
        {left === 0 ? null : <BadRowsButton file={file} rows={rows} />}
        <Button variant="default" onClick={state.startOver}>
          Importuj następny plik
        </Button>
      </Group>
    </ImportSection>
  );
}
