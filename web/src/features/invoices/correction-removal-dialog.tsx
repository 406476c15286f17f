import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { removeCorrection } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { ReasonDialog, useReasonForm } from '../../components/reason-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';

type Props = { correction: InvoiceRow; onClose: () => void };

/** Deletes a correction. The audit log stores the reason that the user enters. */
export function CorrectionRemovalDialog({ correction, onClose }: Props) {
  const { id, number, corrects, amount, currency } = correction;
  const form = useReasonForm();
  const invalidateTopic = useInvalidateTopic();
  return (
    <ReasonDialog
      form={form}
      title={`Usunąć korektę ${number}?`}
      message={`Kwota faktury ${corrects?.number ?? ''} zmieni się o ${formatMoney(-amount, currency)}.`}
      saveLabel="Usuń korektę"
      onConfirm={async (reason) => {
        await removeCorrection(id, reason);
        await invalidateTopic('settlement');
      }}
      onSaved={() => notifySuccess(number, 'Usunięto korektę')}
      onClose={onClose}
    />
  );
}
