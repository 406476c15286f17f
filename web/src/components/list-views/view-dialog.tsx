import { Stack } from '@mantine/core';
import { getListView, type ListView, VIEW_NAME_MAX } from '@spichlerz/shared/calls/list-views';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { isNotFound } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { saveListView, saveNewListView } from '../../api/list-views.ts';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { SentenceError } from '../explain-error.ts';
import { CONFLICT_IS_SHOWN, ConflictNotice } from '../save/conflict-notice.tsx';
import type { Conflict, FieldDescriptions } from '../save/record-changes.ts';
import { takeOthersChanges } from '../save/take-others-changes.ts';
import { VIEW_IS_MISSING } from './shown-view.tsx';
import { viewHref } from './view-address.ts';
import type { ViewState } from './view-state.ts';

type Props = {
  state: ViewState;
  /**
   * The view whose name and access the dialog changes. If undefined, the dialog saves the state as a new view.
   */
  view: ListView | undefined;
  onClose: () => void;
};

const schema = z.object({ name: requiredText(VIEW_NAME_MAX), isShared: z.boolean() });
type Values = z.input<typeof schema>;

const FIELDS: FieldDescriptions<Values> = {
  name: { label: 'Nazwa', show: (name) => name },
  isShared: { label: 'Dla wszystkich', show: (isShared) => (isShared ? 'tak' : 'nie') },
};

/** The name of a view, and whether all users see it. */
export function ViewDialog({ state, view: shown, onClose }: Props) {
  // Fixed when the dialog opens: a deleted view disappears from the URL, and the dialog would otherwise save a
  // new view.
  const [view] = useState(shown);
  const client = useQueryClient();
  const router = useRouter();
  const form = useZodForm(schema, { name: view?.name ?? '', isShared: view?.isShared ?? false });
  const { control } = form;
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[]>([]);
  const saveChanges = async (view: ListView, values: z.output<typeof schema>) => {
    // The dialog changes only the name and the access, so it sends all other fields as they are stored now.
    const stored = await call(getListView, { params: { id: view.id }, mayBeMissing: true });
    const { list, address, columnOrder, hiddenColumns, isDense, version } = stored;
    const theirs = { name: stored.name, isShared: stored.isShared };
    const changes = takeOthersChanges(form, FIELDS, form.formState.defaultValues as Values, theirs);
    setConflicts(changes);
    if (changes.length > 0) throw new SentenceError(CONFLICT_IS_SHOWN);
    const kept = { list, address, columnOrder, hiddenColumns, isDense, version };
    await saveListView(view.id, { ...kept, ...values });
    await client.invalidateQueries({ queryKey: ['list-view'] });
  };
  return (
    <FormDialog
      title={view === undefined ? 'Nowy widok' : 'Zmień widok'}
      form={form}
      onClose={onClose}
      size="sm"
      saveLabel="Zapisz widok"
      onSave={async (values) => {
        if (view === undefined) {
          const { id } = await saveNewListView({ ...state, ...values });
          await client.invalidateQueries({ queryKey: ['list-view', 'list'] });
          return { id, address: state.address };
        }
        try {
          await saveChanges(view, values);
        } catch (error) {
          if (!isNotFound(error)) throw error;
          onClose();
          // ignoreBlocker, because the closed dialog still has unsaved changes
          await router.navigate({ href: state.address, replace: true, ignoreBlocker: true });
          throw new SentenceError(VIEW_IS_MISSING);
        }
        return null;
      }}
      onSaved={(created) => {
        if (created !== null) void router.navigate({ href: viewHref(created) });
        notifySuccess(form.getValues('name'), 'Zapisano widok');
      }}
    >
      <Stack gap="md">
        {conflicts.length > 0 ? (
          <ConflictNotice
            changes={conflicts.map((conflict) => ({ ...conflict, after: conflict.theirs }))}
            onLoadCurrent={
              conflicts.some(({ isContested }) => isContested)
                ? () => {
                    form.reset();
                    setConflicts([]);
                  }
                : 'shown'
            }
          />
        ) : null}
        <TextField control={control} name="name" label={FIELDS.name.label} required data-autofocus />
        <SwitchField
          control={control}
          name="isShared"
          label={FIELDS.isShared.label}
          description="Zobaczą go inni; zmieni go tylko autor i administrator."
        />
      </Stack>
    </FormDialog>
  );
}
