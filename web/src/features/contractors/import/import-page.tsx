import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useNavigationBlocker } from '../../../ui/form/use-navigation-blocker.ts';
import { requestConfirmation } from '../../../ui/overlay/confirm.ts';
import { Page } from '../../../ui/page.tsx';
import { storedListLink } from '../../../ui/table/stored-search.ts';
import { FileSection } from './file-section.tsx';
import { ImportProgress } from './import-progress.tsx';
import { IMPORT_TEXTS } from './import-texts.ts';
import { LIST_LINK } from './list-link.ts';
import { MatchingSection } from './matching-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ResultSection } from './result-section.tsx';
import { useImport } from './use-import.ts';

export function SupplierImportPage() {
  return <ImportPage kind="purchase" />;
}

export function RecipientImportPage() {
  return <ImportPage kind="sales" />;
}

export function CarrierImportPage() {
  return <ImportPage kind="carrier" />;
}

/** The import of contractors from a file: one page with a section for each step. */
function ImportPage({ kind }: { kind: ContractorKind }) {
  const state = useImport(kind);
  const { file, checkedRows, imported, task, problem } = state;
  const words = IMPORT_TEXTS[kind];
  const hasSomethingToLose = () => (file !== null && imported === null) || task?.kind === 'importing';
  useNavigationBlocker(hasSomethingToLose, confirmLeaving);

  return (
    <Page
      title={words.title}
      actions={
        imported === null ? (
          <Anchor
            fz="sm"
            renderRoot={(props: object) => <Link {...props} {...storedListLink(LIST_LINK[kind].to)} />}
          >
            {words.toList}
          </Anchor>
        ) : null
      }
    >
      <Stack gap="md">
        {imported === null ? (
          <>
            <FileSection kind={kind} state={state} />
            {file === null ? null : <MatchingSection kind={kind} state={state} file={file} />}
          </>
        ) : null}
        {problem === null ? null : (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" py="xs">
            <Text fz="sm">{problem}</Text>
          </Alert>
        )}
        {task === null ? null : <ImportProgress kind={kind} task={task} />}
        {file !== null && checkedRows !== null && imported === null ? (
          <PreviewSection kind={kind} state={state} file={file} rows={checkedRows} />
        ) : null}
        {file !== null && checkedRows !== null && imported !== null ? (
          <ResultSection kind={kind} state={state} file={file} rows={checkedRows} imported={imported} />
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
