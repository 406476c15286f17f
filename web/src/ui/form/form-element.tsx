import type { ReactNode, Ref } from 'react';
import { keepFocusOnButtons } from './keep-focus.ts';
import type { Save } from './use-save.ts';

type Props = {
  save: Pick<Save, 'submit'>;
  className?: string | undefined;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** What a form on a page and one in a dialog are: Enter saves, and its buttons leave the focus in its fields. */
export function FormElement({ save, className, ref, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of its buttons
    <form
      ref={ref}
      noValidate
      className={className}
      onMouseDown={keepFocusOnButtons}
      onSubmit={(event) => {
        event.preventDefault();
        // React sends the submit of a form in a dialog to the form around it as well.
        event.stopPropagation();
        save.submit();
      }}
    >
      {children}
    </form>
  );
}
