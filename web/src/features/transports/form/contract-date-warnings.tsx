import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatDateRange } from '@spichlerz/shared/words/figures';
import { useWatch } from 'react-hook-form';
import { Warning } from '../../../components/warning.tsx';
import type { TransportFormState } from './use-transport-form.ts';

/** A contract, or the summary of a contract in a transport, with its receipt or delivery dates. */
type DatedContract = Parameters<typeof contractNumber>[0] & {
  readonly dateOfReceiptFrom: string;
  readonly dateOfReceiptTo: string;
};

type Props = { form: TransportFormState; purchase: DatedContract; sale: DatedContract };

/** Warns when loading or unloading is outside the dates of its contract (customer decisions 2). */
export function ContractDateWarnings({ form, purchase, sale }: Props) {
  const [loading, unloading] = useWatch({ control: form.control, name: ['dateLoading', 'dateUnloading'] });
  return (
    <>
      <DateWarning sentence={outsideReceiptDates(loading, purchase)} />
      <UnloadingDateWarning day={unloading} sale={sale} />
    </>
  );
}

/**
 * Warns when the unloading day is outside the delivery dates of the sales contract to which a
 * transport is redirected.
 */
export function UnloadingDateWarning({ day, sale }: { day: string; sale: DatedContract }) {
  return <DateWarning sentence={outsideDeliveryDates(day, sale)} />;
}

function DateWarning({ sentence }: { sentence: string | null }) {
  return sentence === null ? null : <Warning>{sentence}</Warning>;
}

function outsideReceiptDates(day: string, contract: DatedContract): string | null {
  if (isWithinDates(day, contract)) return null;
  return `Załadunek ${formatDate(day)} jest poza terminem odbioru kontraktu zakupu ${numberAndDates(contract)}.`;
}

function outsideDeliveryDates(day: string, contract: DatedContract): string | null {
  if (isWithinDates(day, contract)) return null;
  return `Rozładunek ${formatDate(day)} jest poza terminem dostawy kontraktu sprzedaży ${numberAndDates(contract)}.`;
}

/**
 * Whether the day is within the dates of the contract. An empty day counts as within, because the empty field
 * already has an error.
 */
const isWithinDates = (day: string, { dateOfReceiptFrom: from, dateOfReceiptTo: to }: DatedContract) =>
  day === '' || (day >= from && day <= to);

const numberAndDates = (contract: DatedContract) =>
  `${contractNumber(contract)}: ${formatDateRange(contract.dateOfReceiptFrom, contract.dateOfReceiptTo)}`;
