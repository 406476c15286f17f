import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { changeTransportReadings, previewSettlement } from '@spichlerz/shared/calls/quality';
import { changesWeight } from '@spichlerz/shared/domain/discount-rule';
import { isBelowMinPrice, isUnusualPrice } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { minorUnits } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementPreview } from '@spichlerz/shared/wire/quality';
import { WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import { formatPrice, formatTonnes, NBSP } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { settlementPreviewQuery } from '../../api/quality.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { QuantityField } from '../../components/field/unit-fields.tsx';
import { conflictsOf } from '../../components/save/record-changes.ts';
import { takeOthersChanges } from '../../components/save/take-others-changes.ts';
import { Warning } from '../../components/warning.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextAreaField } from '../../ui/field/text-field.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { enterMovesFocus } from '../../ui/form/move-focus.ts';
import { confirmLeaving } from '../../ui/form/unsaved-work.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import type { ConfirmOptions } from '../../ui/overlay/confirm.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { checkWeight } from '../transports/check-weights.ts';
import { QualityField } from './quality-field.tsx';
import { firstEditableParameter, ReadingsTable } from './readings-table.tsx';
import { type RowWithRules, type RuleTerms, sendSettlement, whyNothingToPay } from './rule-terms.ts';
import {
  describeRulesFields,
  initialValues,
  measurementsOf,
  previewBody,
  RULES_SCHEMAS,
  type RulesOutput,
  type RulesValues,
  readingChanges,
  withMyReadings,
} from './rules-values.ts';
import { isSplit, ownSide, type SettlementRow } from './settlement-row.ts';
import { SettlementSummary } from './settlement-summary.tsx';
import { correctionWarning, INVOICE_IS_OUT, settlementStatusConflict } from './settlement-texts.ts';
import { changeOf, useVersionedSettlement } from './use-versioned-settlement.tsx';

type Props = {
  side: Side;
  row: RowWithRules;
  /** The row as it is stored now. */
  current: RowWithRules;
  contract: ContractRecord;
  onClose: () => void;
  onByHand: () => void;
};

const TITLE: BySide<string> = { purchase: 'Rozliczenie zakupu', sales: 'Rozliczenie sprzedaży' };
const SAVED: BySide<string> = {
  purchase: 'Zapisano rozliczenie zakupu',
  sales: 'Zapisano rozliczenie sprzedaży',
};

/**
 * Settles a side by the rules of its contract. The user types readings and sees the price,
 * the weight and the amount.
 */
export function RulesSettlementDialog({ side, row, current, contract, onClose, onByHand }: Props) {
  const { currency } = current;
  const invalidateTopic = useInvalidateTopic();
  const valuesOf = (of: RowWithRules) => initialValues(side, of, of.terms, contract.priceOptions);
  const form = useZodForm(RULES_SCHEMAS[row.terms.rules.weightBasis], valuesOf(row));
  /** The settlement that the last attempt to save has sent. */
  const [sent, setSent] = useState<SettlementPreview | null>(null);
  const isPaidByLoading = current.terms.rules.weightBasis === 'LOADING';
  // The row of a side that is settled by rules has the settled price, which may be that of a price option. It
  // is then not compared with the contract price.
  const hasContractPrice = ![row, current].some(({ terms: { settled: own } }) => own?.byRules);
  const isSettled = [row, current].some(({ terms: { settled: own } }) => own !== null);
  const descriptions = describeRulesFields(current.terms, contract);
  const versioned = useVersionedSettlement({
    side,
    form,
    row,
    current,
    valuesOf,
    descriptions,
    facts: hasContractPrice ? ['weight', 'contractPrice'] : ['weight'],
    // the row of a side that is not settled has an amount without deductions, which the dialog does not show
    results: isSettled ? [PRICE_FACT[side], 'settled', 'amount'] : [],
    hasResults: (stored) =>
      sent !== null &&
      PRICE[side](stored) === sent.pricePerTonne &&
      stored.acceptedQuantity === sent.acceptedQuantity,
    listChanges: (states) => [
      ...readingChanges(current.terms, states),
      ...conflictsOf(descriptions, states)
        .filter(({ field }) => field !== 'readings' && (field !== 'loadedKg' || isPaidByLoading))
        .map(changeOf),
    ],
    takeOthers: (base, theirs) => {
      form.setValue('readings', withMyReadings({ base, theirs, mine: form.getValues() }));
      takeOthersChanges(form, descriptions, base, theirs);
    },
    whyImpossible: (stored) => {
      if (isSplit(side, stored)) return SPLIT_BY_ANOTHER_USER;
      const { status } = ownSide(side, stored);
      return status === ownSide(side, row).status ? null : settlementStatusConflict(status);
    },
  });
  const { base } = versioned;
  const { terms } = base;
  const stored = valuesOf(base);
  const hasReading = firstEditableParameter(terms) !== undefined;
  const { control } = form;
  const values = useWatch({ control }) as RulesValues;
  const overrides = useFieldArray({ control, name: 'overrides' });
  const [settled] = useDebouncedValue(values, 150);
  const preview = useQuery(settlementPreviewQuery(previewBody(side, row, terms, settled)));
  const result = preview.data;
  const isInvoiced = ownSide(side, current).invoiceNumber !== null;
  const isSplitNow = isSplit(side, current);
  const minPrice = side === 'purchase' ? current.contractMinPrice : null;

  const save = async (saved: RulesOutput) => {
    const typed = measurementsOf(terms, saved);
    const isMeasured = JSON.stringify(typed) !== JSON.stringify(measurementsOf(terms, stored));
    // saving the readings raises the version of the settlement
    const nextVersion = isMeasured ? base.version + 1 : base.version;
    await versioned.save(async () => {
      if (isMeasured) {
        const body = { ...typed, version: terms.measurements.version };
        const measurements = await call(changeTransportReadings, { params: { id: row.transportId }, body });
        versioned.setBase({ ...base, version: nextVersion, terms: { ...terms, measurements } });
      }
      const { readings: _readings, loadingQuantity: _loaded, ...body } = previewBody(side, row, terms, saved);
      const computed = await call(previewSettlement, { body });
      setSent(computed);
      await sendSettlement(side, row, {
        computed,
        priceOptionId: saved.priceOptionId,
        overrides: body.overrides,
        quality: saved.quality,
        details: saved.details ?? null,
        version: nextVersion,
        transportKg: current.transportQuantity,
      });
    });
    await invalidateTopic('transport');
  };

  const settleByHand = async () => {
    if (!form.formState.isDirty || (await confirmLeaving())) onByHand();
  };

  return (
    <FormDialog
      title={`${TITLE[side]}, ${row.registrationNumber}`}
      size="xl"
      form={form}
      allowUnchanged
      onClose={onClose}
      saveLabel="Zapisz rozliczenie"
      focusesSave={!hasReading && !isPaidByLoading}
      // Another user must have saved the split. It prevents every save, so the reason is shown even before the
      // server rejects a save.
      disabledReason={
        isSplitNow
          ? SPLIT_BY_ANOTHER_USER
          : (versioned.disabledReason ?? whyIncomplete(result, preview.isError))
      }
      check={async (typed) => {
        if (typed.loadedKg === undefined) return typed;
        const loadedKg = await checkWeight({
          kg: typed.loadedKg,
          storedKg: stored.loadedKg,
          field: 'loadedKg',
        });
        if (loadedKg === null) return null;
        form.setValue('loadedKg', loadedKg, { shouldDirty: true });
        return { ...typed, loadedKg };
      }}
      confirm={() => unusualPriceConfirmation(current, result)}
      onSave={save}
      onSaved={() => notifySuccess(row.registrationNumber, SAVED[side])}
      footer={
        <Anchor component="button" type="button" fz="sm" onClick={() => void settleByHand()}>
          Rozlicz ręcznie
        </Anchor>
      }
      consequence={
        side === 'purchase'
          ? 'Ta ilość i kwota trafią do rozliczenia dla dostawcy. Rozliczenie otrzyma status „Rozliczenie wysłane”.'
          : undefined
      }
    >
      <Stack gap="sm" onKeyDown={enterMovesFocus}>
        {versioned.notice}
        <SettlementSummary row={current} />
        {current.needsCorrection ? <Warning>{correctionWarning[side](current)}</Warning> : null}
        {isInvoiced && !current.needsCorrection ? <Warning>{INVOICE_IS_OUT}</Warning> : null}
        {terms.settled?.byRules === false && !isSplitNow ? (
          <Warning>{`Sprzedaż jest rozliczona bez reguł kontraktu, po ${formatPrice(current.realCargoPrice, currency)}. Zapisanie zastąpi tę cenę wynikiem reguł.`}</Warning>
        ) : null}
        {terms.takenBack?.byRules === false ? (
          <Warning>
            Cofnięte rozliczenie było bez reguł kontraktu. Zapisanie zastąpi jego cenę wynikiem reguł.
          </Warning>
        ) : null}
        <FieldGrid columns={2}>
          {contract.priceOptions.length > 1 ? (
            <SelectField
              control={control}
              name="priceOptionId"
              label="Płacone jak"
              options={contract.priceOptions.map((option) => ({
                value: option.id ?? 0,
                label: `${option.rawMaterialQualityTitle}, ${formatPrice(option.price, currency)}`,
              }))}
              onPick={(id) => {
                const option = contract.priceOptions.find((own) => (own.id ?? 0) === id);
                if (option !== undefined)
                  form.setValue('quality', option.rawMaterialQualityTitle, { shouldDirty: true });
              }}
            />
          ) : null}
          <QualityField
            control={control}
            name="quality"
            label="Jakość rzeczywista"
            rawMaterialId={contract.rawMaterialId}
            required
          />
          {terms.rules.weightBasis === 'LOADING' ? (
            <QuantityField
              control={control}
              name="loadedKg"
              label="Waga załadunku (netto)"
              description="Podstawa rozliczenia tego kontraktu."
              required
              data-autofocus={!hasReading || undefined}
            />
          ) : null}
        </FieldGrid>
        <ReadingsTable
          control={control}
          overrides={overrides.fields}
          terms={terms}
          preview={result}
          currency={currency}
          onOverride={(line) =>
            overrides.append(
              { ruleId: line.ruleId, isWeight: changesWeight(line), size: null, reason: '' },
              { focusName: `overrides.${overrides.fields.length}.size` },
            )
          }
          onRestore={overrides.remove}
          onOffer={(parameterId, value) => {
            const index = values.readings.findIndex((reading) => reading.parameterId === parameterId);
            if (typeof value === 'boolean')
              form.setValue(`readings.${index}.answer`, value, { shouldDirty: true });
            else form.setValue(`readings.${index}.value`, String(value), { shouldDirty: true });
          }}
        />
        <Totals preview={result} currency={currency} weightBasis={terms.rules.weightBasis} />
        <Notices preview={result} />
        {result !== undefined &&
        minPrice !== null &&
        isBelowMinPrice(minorUnits(result.pricePerTonne), minorUnits(minPrice)) ? (
          <Warning>{`Cena jest niższa niż cena minimalna kontraktu, ${formatPrice(minPrice, currency)}.`}</Warning>
        ) : null}
        <TextAreaField control={control} name="details" label="Szczegóły" rows={2} />
      </Stack>
    </FormDialog>
  );
}

const SPLIT_BY_ANOTHER_USER =
  'Ktoś rozliczył tę sprzedaż w kilku opcjach, więc nie można jej zapisać w tym oknie.';
const PRICE_FACT = { purchase: 'purchasePrice', sales: 'salesPrice' } as const;
const PRICE: BySide<(row: SettlementRow) => number> = {
  purchase: (row) => row.realPurchaseCargoPrice,
  sales: (row) => row.realCargoPrice,
};

function whyIncomplete(preview: SettlementPreview | undefined, isFailed: boolean): string | null {
  if (preview === undefined)
    return isFailed ? 'Nie udało się obliczyć rozliczenia.' : 'Rozliczenie jest obliczane.';
  if (preview.missing.length > 0) return `Uzupełnij: ${preview.missing.map(({ name }) => name).join(', ')}.`;
  const problem = whyNothingToPay(preview);
  return problem === null ? null : `${problem} Rozlicz ręcznie.`;
}

function unusualPriceConfirmation(
  row: SettlementRow,
  preview: SettlementPreview | undefined,
): ConfirmOptions | null {
  if (preview === undefined) return null;
  const { pricePerTonne, contractPrice, amount } = preview;
  if (!isUnusualPrice(minorUnits(pricePerTonne), minorUnits(contractPrice))) return null;
  return {
    title: 'Zapisać rozliczenie?',
    message: `Cena po potrąceniach ${formatPrice(pricePerTonne, row.currency)} różni się o ponad 20${NBSP}% od ceny kontraktowej ${formatPrice(contractPrice, row.currency)}. Kwota ${formatMoney(amount, row.currency)}.`,
    confirmLabel: 'Zapisz rozliczenie',
    danger: true,
  };
}

function Totals({
  preview,
  currency,
  weightBasis,
}: {
  preview: SettlementPreview | undefined;
  currency: SettlementRow['currency'];
  weightBasis: RuleTerms['rules']['weightBasis'];
}) {
  const basis = WEIGHT_BASIS_LABELS[weightBasis].toLowerCase();
  return (
    <Group justify="space-between" gap="xs" style={{ fontVariantNumeric: 'tabular-nums' }} component="output">
      <Text fz="sm">
        {`Waga (${basis}) ${formatTonnes(preview?.basisQuantity)}, ilość rozliczeniowa `}
        <Text span fw={600} inherit>
          {formatTonnes(preview?.acceptedQuantity)}
        </Text>
      </Text>
      <Text fz="sm">
        {`Cena ${formatPrice(preview?.contractPrice, currency)}, po potrąceniach `}
        <Text span fw={600} inherit>
          {formatPrice(preview?.pricePerTonne, currency)}
        </Text>
      </Text>
      <Text fw={600}>{`Kwota ${formatMoney(preview?.amount, currency)}`}</Text>
    </Group>
  );
}

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

function Notices({ preview }: { preview: SettlementPreview | undefined }) {
  if (preview === undefined) return null;
  return (
    <>
      {preview.missing.length > 0 ? (
        <Warning>{`Cena i kwota są niepełne, dopóki brakuje: ${names(preview.missing)}.`}</Warning>
      ) : null}
      {preview.refused.length > 0 ? (
        <Warning>{`Odmowa wg tabeli: ${names(preview.refused)} poza granicą przyjęcia.`}</Warning>
      ) : null}
      {preview.withoutNorm.length > 0 ? (
        <Warning>{`Brak normy, więc bez potrącenia: ${names(preview.withoutNorm)}.`}</Warning>
      ) : null}
    </>
  );
}
