import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useExplain } from '../ui/explain.ts';
import { notifyError, notifySuccess, notifyWithAction } from '../ui/notify.tsx';
import { saveFile } from '../ui/save-file.ts';

/** Why nothing more is printed for the moment. */
export const PRINTING = 'Trwa przygotowywanie wydruku.';

/** Fetches a document and hands it to the browser; a failure is told and tried again from there. */
export function usePrintout() {
  const explain = useExplain();
  const [isPrinting, setPrinting] = useState(false);

  const print = async (fetchFile: () => Promise<File>) => {
    setPrinting(true);
    try {
      const file = await fetchFile();
      saveFile(file);
      notifySuccess(file.name, 'Pobrano wydruk');
    } catch (error) {
      const { message } = explain(error);
      const title = 'Nie udało się przygotować wydruku';
      // what the server refuses it would refuse again
      if (error instanceof ApiError && error.status === 409) notifyError(message, title);
      else notifyWithAction(message, title, () => void print(fetchFile));
    } finally {
      setPrinting(false);
    }
  };
  return { isPrinting, print };
}
