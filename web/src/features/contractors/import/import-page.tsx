import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { contractorListLink } from '../../../components/contractor/contractor-links.ts';
import { requestConfirmation } from '../../../ui/dialog/confirm.ts';
import { useNavigationBlocker } from '../../../ui/form/use-navigation-blocker.ts';
import { storedListLink } from '../../../ui/list/stored-search.ts';
import { Page } from '../../../ui/page.tsx';
import { FileSection } from './file-section.tsx';
import { ImportProgress } from './import-progress.tsx';
import { IMPORT_WORDS } from './import-words.ts';
import { MatchingSection } from './matching-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ResultSection } from './result-section.tsx';
import { useImport } from './use-import.ts';

export function SupplierImportPage() {
  return <ImportPage side="purchase" />;
}

export function RecipientImportPage() {
  return <ImportPage side="sales" />;
}

/** A file of contractors on its way into the system: one page, a section for each step that is reached. */
function ImportPage({ side }: { side: Side }) {
  const state = useImport(side);
  const { file, judged, imported, work, problem } = state;
  const words = IMPORT_WORDS[side];
  const hasSomethingToLose = () => (file !== null && imported === null) || work?.kind === 'importing';
  useNavigationBlocker(hasSomethingToLose, confirmLeaving);

  return (
    <Page
      title={words.title}
      actions={
        imported === null ? (
          <Anchor
            fz="sm"
            renderRoot={(props: object) => (
              <Link {...props} {...storedListLink(contractorListLink[side].to)} />
            )}
          >
            {words.toList}
          </Anchor>
        ) : null
      }
    >
      <Stack gap="md">
        {imported === null ? (
          <>
            <FileSection side={side} state={state} />
            {file === null ? null : <MatchingSection side={side} state={state} file={file} />}
          </>
        ) : null}
        {problem === null ? null : (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" py="xs">
            <Text fz="sm">{problem}</Text>
          </Alert>
        )}
        {work === null ? null : <ImportProgress side={side} work={work} />}
        {file !== null && judged !== null && imported === null ? (
          <PreviewSection side={side} state={state} file={file} rows={judged} />
        ) : null}
        {file !== null && judged !== null && imported !== null ? (
          <ResultSection side={side} state={state} file={file} rows={judged} imported={imported} />
        ) : null}
      </Stack>
    </Page>
  );
}

function confirmLeaving(): Promise<boolean> {
  return requestConfirmation({
    title: 'Przerwać import?',
    message: 'Ten plik nie jest jeszcze zaimportowany. Gdy wrócisz, trzeba będzie wybrać go ponownie.',
    confirmLabel: 'Przerwij import',
    cancelLabel: 'Wróć do importu',
    danger: true,
  });
}
