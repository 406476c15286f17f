import { useState } from 'react';
import { useExplain } from '../ui/explain.ts';
import { notifyRetry, notifySuccess } from '../ui/notify.tsx';
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
      const again = () => void print(fetchFile);
      notifyRetry(explain(error).message, 'Nie udało się przygotować wydruku', again);
    } finally {
      setPrinting(false);
    }
  };
  return { isPrinting, print };
}
