import type { ReactNode, Ref } from 'react';
import { keepFocusInField } from './keep-focus.ts';
import type { Save } from './use-save.ts';

type Props = {
  save: Pick<Save, 'submit'>;
  className?: string | undefined;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/**
 * The form element of pages and dialogs: Enter saves, and a click on a button keeps the focus in the field.
 */
export function FormElement({ save, className, ref, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles events of its buttons
    <form
      ref={ref}
      noValidate
      className={className}
      onMouseDown={keepFocusInField}
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles the submit event of a form in a dialog to the form around it.
        event.stopPropagation();
        save.submit();
      }}
    >
      {children}
    </form>
  );
}
