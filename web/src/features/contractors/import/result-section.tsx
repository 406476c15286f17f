import { Alert, Button, Group, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { contractorListLink } from '../../../components/contractor/contractor-links.ts';
import { counted } from '../../../words/plural.ts';
import { BadRowsButton } from './bad-rows-button.tsx';
import { ImportSection } from './import-section.tsx';
import { IMPORT_WORDS, ROWS_LEFT } from './import-words.ts';
import { isGood, type JudgedRow } from './judged-rows.ts';
import type { ChosenFile, Import } from './use-import.ts';

type Props = {
  side: Side;
  state: Import;
  file: ChosenFile;
  rows: readonly JudgedRow[];
  imported: number;
};

/** What came of it, and where to go now. */
export function ResultSection({ side, state, file, rows, imported }: Props) {
  const words = IMPORT_WORDS[side];
  const left = rows.filter((row) => !isGood(row)).length;
  return (
    <ImportSection title="Wynik">
      <Alert color="field" icon={<IconCheck size={18} aria-hidden />} py="xs">
        <Text fz="sm" component="output">
          {words.done(imported)}
        </Text>
      </Alert>
      {left === 0 ? null : (
        <Text fz="sm">
          {`${counted(left, ROWS_LEFT)} Pobierz je, popraw w arkuszu i zaimportuj poprawiony plik: ma te same kolumny i dodatkową kolumnę „Problem”.`}
        </Text>
      )}
      <Group gap="xs">
        <Button renderRoot={(props: object) => <Link {...props} {...contractorListLink[side]} />}>
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
