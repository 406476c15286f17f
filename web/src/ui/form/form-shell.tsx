import '@mantine/core/styles/Fieldset.css';
import { Button, Fieldset, Text, Title } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { FormElement } from './form-element.tsx';
import classes from './form-shell.module.css';
import { SaveButton, SaveFailure } from './save-button.tsx';
import { useFirstField } from './use-first-field.ts';
import { useUnsavedChangesPrompt } from './use-navigation-blocker.ts';
import { type SaveOptions, useSave } from './use-save.ts';

type Props<Values extends FieldValues, Output, Result> = SaveOptions<Values, Output, Result> & {
  children: ReactNode;
  /** A panel that stays visible next to the sections. */
  aside?: ReactNode;
  onCancel: () => void;
  saveLabel?: string;
  /** Content at the left of the footer, such as a delete button. */
  footer?: ReactNode;
  /** Whether the form creates a record. Its first field then gets the focus. */
  isNew?: boolean;
  /** Shows the record without editing. */
  readOnly?: boolean;
  /**
   * Whether the form is one section of a larger page. Its buttons then belong to the section and are not
   * sticky.
   */
  isPart?: boolean;
};

/**
 * A full-page form: sections, an optional panel, a sticky footer and a prompt before unsaved changes are
 * lost.
 */
export function FormShell<Values extends FieldValues, Output, Result>({
  children,
  aside,
  onCancel,
  saveLabel,
  footer,
  isNew = false,
  readOnly = false,
  isPart = false,
  ...saving
}: Props<Values, Output, Result>) {
  const save = useSave(saving);
  useUnsavedChangesPrompt(save.isChanged);
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, isNew);

  return (
    <FormElement ref={form} save={save} className={isPart ? classes.part : undefined}>
      <Fieldset variant="unstyled" disabled={readOnly} inert={save.isSaving} m={0} miw={0}>
        <div className={`${classes.columns} ${aside ? classes.withAside : ''}`}>
          <div className={classes.sections}>{children}</div>
          {aside ? <div className={classes.aside}>{aside}</div> : null}
        </div>
      </Fieldset>
      {readOnly ? null : (
        <div className={classes.footer} data-no-print>
          <div className={classes.footerStart}>{footer}</div>
          <SaveFailure save={save} />
          <Button variant="default" onClick={onCancel} disabled={save.isSaving}>
            {UI_TEXTS.cancel}
          </Button>
          <SaveButton save={save} label={saveLabel} />
        </div>
      )}
    </FormElement>
  );
}

type SectionProps = {
  title: string;
  columns?: 1 | 2 | 3 | 4;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** A titled group of fields in one to four columns, one column on a phone. */
export function FormSection({ title, columns = 2, hint, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 8,
          marginBottom: 12,
        }}
      >
        <div>
          <Title order={2} id={titleId} fz={15} lh="22px">
            {title}
          </Title>
          {hint ? (
            <Text fz="sm" c="dimmed">
              {hint}
            </Text>
          ) : null}
        </div>
        {action}
      </div>
      <FieldGrid columns={columns}>{children}</FieldGrid>
    </section>
  );
}

/** Two sections side by side where the form is wide enough. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

/** The columns of a FormSection without its card, for dialogs. */
export function FieldGrid({ columns = 2, children }: { columns?: 1 | 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classes.fields} style={{ '--form-columns': columns } as CSSProperties}>
      {children}
    </div>
  );
}

/** A field across the full width of its section. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}

/** Wraps fields that must stay readable when they are disabled. */
export function ReadableWhenDisabled({ children }: { children: ReactNode }) {
  return <div className={classes.readable}>{children}</div>;
}
