import { previewSettlement } from '@spichlerz/shared/calls/quality';
import { isBelowMinPrice } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import { minorUnits } from '@spichlerz/shared/domain/units';
import type { SettlementPreview } from '@spichlerz/shared/wire/quality';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { SentenceError } from '../../components/explain-error.ts';
import { BulkDialog } from '../../ui/overlay/bulk-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import type { SelectedRows } from '../../ui/table/use-selection.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { sendSettlement, whyNothingToPay } from './rule-terms.ts';
import { isSplit, ownSide, type SettlementRow } from './settlement-row.ts';

type Props = { side: Side; selection: SelectedRows<SettlementRow>; onClose: () => void };

const NOT_OPEN = 'Wg tabeli można rozliczyć tylko transporty w statusie „Do rozliczenia”.';
const SPLIT = 'Transportu rozliczonego w kilku opcjach nie można rozliczyć wg tabeli.';

/**
 * The reason why the selected rows cannot be settled by rules, or null. The check uses only data of the list.
 */
export function whyNotSettleByRules(side: Side, rows: readonly SettlementRow[]): string | null {
  if (rows.some((row) => ownSide(side, row).status !== 'TO_BE_SETTLED')) return NOT_OPEN;
  return rows.some((row) => isSplit(side, row)) ? SPLIT : null;
}

/**
 * Settles each selected transport by the rules of the contract, like a save of its settlement dialog without
 * changes.
 */
export function SettleByRulesDialog({ side, selection, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const [rows] = useState(selection.rows);
  return (
    <BulkDialog
      title="Rozliczyć wg tabeli?"
      rows={rows}
      rowName={(row) => row.registrationNumber}
      message={`${counted(rows.length, NOUN_FORMS.transports)}: cena i ilość rozliczeniowa wynikną z badań, wag i reguł kontraktu. Transport bez kompletu badań, z wynikiem poza granicą przyjęcia, z ceną poniżej minimalnej albo już rozliczony (także przed cofnięciem) inaczej niż wprost z reguł zostanie do rozliczenia osobno.`}
      confirmLabel="Rozlicz wg tabeli"
      change={(row) => settleByRules(side, row)}
      onFinished={async (failedIds) => {
        await invalidateTopic('settlement');
        selection.onChange(failedIds);
      }}
      onAllDone={() => notifySuccess(counted(rows.length, NOUN_FORMS.transports), 'Rozliczono wg tabeli')}
      onClose={onClose}
    />
  );
}

async function settleByRules(side: Side, row: SettlementRow): Promise<void> {
  const computed = await call(previewSettlement, { body: { transportId: row.transportId, side } });
  const problem = whyNotByRules(side, row, computed);
  if (problem !== null) throw new SentenceError(problem);
  await sendSettlement(side, row, {
    computed,
    priceOptionId: 0,
    overrides: [],
    quality: { purchase: row.realPurchaseCargoQuality, sales: row.realCargoQuality }[side],
    details: row.details,
    version: row.version,
    transportKg: row.transportQuantity,
  });
}

const SETTLED = {
  byHand: 'Transport jest już rozliczony bez reguł kontraktu.',
  overridden: 'W rozliczeniu jest potrącenie zmienione z podaniem powodu.',
  otherOption: 'Transport jest rozliczony w cenie dodatkowej opcji kontraktu.',
};
const TAKEN_BACK: typeof SETTLED = {
  byHand: 'Cofnięte rozliczenie było bez reguł kontraktu.',
  overridden: 'W cofniętym rozliczeniu jest potrącenie zmienione z podaniem powodu.',
  otherOption: 'Cofnięte rozliczenie było w cenie dodatkowej opcji kontraktu.',
};

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

/** The reason why this transport must be settled in its own dialog, or null. */
function whyNotByRules(side: Side, row: SettlementRow, preview: SettlementPreview): string | null {
  const { missing, withoutNorm, refused, lines, pricePerTonne, settled, takenBack } = preview;
  const former = settled ?? takenBack;
  if (former !== null) {
    const reasons = settled === null ? TAKEN_BACK : SETTLED;
    if (!former.byRules) return reasons.byHand;
    if (former.overrides.length > 0) return reasons.overridden;
    if (former.priceOptionId !== 0) return reasons.otherOption;
  }
  if (missing.length > 0) return `Brakuje wyniku: ${names(missing)}.`;
  if (withoutNorm.length > 0)
    return `Brakuje normy: ${names(withoutNorm)}. Osobne rozliczenie pominie to potrącenie.`;
  if (refused.length > 0) return `Wynik poza granicą przyjęcia: ${names(refused)}.`;
  if (lines.length === 0) return 'Kontrakt nie ma reguł rozliczenia jakości.';
  const problem = whyNothingToPay(preview);
  if (problem !== null) return problem;
  const minPrice = side === 'purchase' ? row.contractMinPrice : null;
  if (minPrice !== null && isBelowMinPrice(minorUnits(pricePerTonne), minorUnits(minPrice)))
    return 'Cena po potrąceniach jest niższa niż cena minimalna.';
  return null;
}
