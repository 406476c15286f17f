import { isConflict } from '../../api/api-error.ts';
import { notifyError } from '../../ui/overlay/notify.tsx';

type Deletion = {
  /** The name of the record, for the notification. */
  name: string;
  remove: () => Promise<unknown>;
  /** Reads again why the record cannot be deleted: it may be used since its button was rendered. */
  readReason: () => Promise<string | null>;
};

/** Deletes a record. If other records use it, a notification gives the reason, and the result is false. */
export async function deleteUnlessUsed({ name, remove, readReason }: Deletion): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const reason = await readReason();
    if (reason === null) throw error;
    notifyError(reason, name);
    return false;
  }
}
