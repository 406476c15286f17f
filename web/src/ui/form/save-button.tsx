import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { UI_TEXTS } from '../texts.ts';
import type { Save } from './use-save.ts';

/**
 * Looks and announces itself as disabled while saving is not possible, yet stays focusable and clickable: hovering
 * says why, and a click shows every error and goes to the first one.
 */
export function SaveButton({ save, label, ...button }: ButtonProps & { save: Save; label?: string }) {
  return (
    <Tooltip label={save.whyNot} disabled={save.whyNot === null || save.isSaving} position="top-end">
      <Button
        {...button}
        type="submit"
        loading={save.isSaving}
        data-disabled={save.whyNot !== null || undefined}
        aria-disabled={save.whyNot !== null || undefined}
        // the field is left with the click; Enter in a field clicks as well, without a pointer, and stays there
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
