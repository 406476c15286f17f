import { Button, type ButtonProps, Text, Tooltip } from '@mantine/core';
import { UI_TEXTS } from '../texts.ts';
import type { Save } from './use-save.ts';

/**
 * A button that has the look and role of a disabled button while saving is not possible, but stays clickable. A
 * tooltip shows the reason. In a changed but invalid form, a click shows all errors and focuses the first one.
 */
export function SaveButton({ save, label, ...button }: ButtonProps & { save: Save; label?: string }) {
  return (
    <Tooltip
      label={save.disabledReason}
      disabled={save.disabledReason === null || save.isSaving}
      position="top-end"
    >
      <Button
        {...button}
        type="submit"
        loading={save.isSaving}
        data-disabled={save.disabledReason !== null || undefined}
        aria-disabled={save.disabledReason !== null || undefined}
        // keepFocusInField keeps the focus in a field while the mouse is pressed, so this handler focuses the
        // button. Enter in a field also clicks the button, with a click count (`detail`) of 0: the field keeps
        // the focus.
        onClick={({ currentTarget, detail }) => {
          if (detail > 0) currentTarget.focus({ preventScroll: true });
        }}
        style={{ pointerEvents: 'auto' }}
      >
        {label ?? UI_TEXTS.save}
      </Button>
    </Tooltip>
  );
}

/** Shows the last failure next to the button until the next attempt, because its notification disappears. */
export function SaveFailure({ save: { failure } }: { save: Save }) {
  if (failure === null) return null;
  return (
    <Text c="var(--mantine-color-error)" fz="sm" miw={0}>
      {failure}
    </Text>
  );
}
