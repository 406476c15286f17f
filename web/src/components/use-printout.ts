import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useExplain } from '../ui/errors.ts';
import { notifyError, notifySuccess, notifyWithAction } from '../ui/overlay/notify.tsx';
import { saveFile } from '../ui/save-file.ts';

/** The reason why the print button is disabled during a download. */
export const PRINTING = 'Trwa przygotowywanie wydruku.';

/**
 * Downloads a printout. `fetchFile` resolves to null when the user cancels. A failure shows a notification,
 * with a retry button unless the failure is a conflict.
 */
export function usePrintout() {
  const explain = useExplain();
  const [isPrinting, setPrinting] = useState(false);

  const print = async (fetchFile: () => Promise<File | null>) => {
    setPrinting(true);
    try {
      const file = await fetchFile();
      if (file === null) return;
      saveFile(file);
      notifySuccess(file.name, 'Pobrano wydruk');
    } catch (error) {
      const { message } = explain(error);
      const title = 'Nie udało się przygotować wydruku';
      // a retry after a conflict would fail again
      if (error instanceof ApiError && error.status === 409) notifyError(message, title);
      else notifyWithAction(message, title, () => void print(fetchFile));
    } finally {
      setPrinting(false);
    }
  };
  return { isPrinting, print };
}
