import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { settleSale } from '@spichlerz/shared/calls/settlements';
import {
  firstOverweightIndex,
  optionsKg,
  SALE_OPTIONS_MAX,
  salesAmount,
  whyNotSaveOptions,
} from '@spichlerz/shared/domain/settlement';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { MoneyField, QuantityField } from '../../components/field/unit-fields.tsx';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { Warning } from '../../components/warning.tsx';
import { TextAreaField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled } from '../../ui/form/form-shell.tsx';
import { removeAndFocusNext } from '../../ui/form/move-focus.ts';
import { optionalRemark, requiredInteger, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { checkWeights } from '../transports/check-weights.ts';
import {
  ACCEPTED_QUANTITY,
  AcceptedQuantityField,
  acceptedAtOpening,
  acceptedQuantity,
  NoLoadingTicket,
} from './accepted-quantity-field.tsx';
import { QualityField } from './quality-field.tsx';
import type { RowToSettle, SettleByHandProps } from './rule-terms.ts';
import classes from './sale-settlement-dialog.module.css';
import { SettlementSummary, SplitWarning } from './settlement-summary.tsx';
import {
  correctionWarning,
  describeOptions,
  INVOICE_IS_OUT,
  settlementStatusConflict,
} from './settlement-texts.ts';
import { useVersionedSettlement } from './use-versioned-settlement.tsx';

const schema = z.object({
  options: z.array(
    z.object({
      realQuantityKg: requiredInteger(),
      realCargoPrice: requiredInteger(),
      realCargoQuality: requiredText(),
    }),
  ),
  /** Used only if the sale has one option. */
  acceptedQuantity: acceptedQuantity(),
  deductions: optionalRemark(),
  details: optionalRemark(),
});

type Values = z.input<typeof schema>;
type OptionValues = Values['options'][number];

/** The settlement of a transport with the recipient, split into one to five options. */
export function SaleSettlementDialog({ row, current, contract, onClose }: SettleByHandProps) {
  const status = row.salesSettlementStatus;
  const readOnly = whyNotSaveOptions(status) !== null;
  const isInvoiced = status === 'INVOICE' || status === 'PAID';
  const form = useZodForm(schema, valuesOf(row));
  const versioned = useVersionedSettlement({
    side: 'sales',
    form,
    row,
    current,
    valuesOf,
    descriptions: FIELD_DESCRIPTIONS,
    facts: ['weight'],
    whyImpossible: ({ salesSettlementStatus: now }) =>
      whyNotSaveOptions(now, status) === null ? null : settlementStatusConflict(now),
  });
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'options' });
  const [options, accepted] = useWatch({ control, name: ['options', 'acceptedQuantity'] });
  const acceptedKg = options.length === 1 ? accepted : null;
  const remainingKg = current.transportQuantity - optionsKg(linesOf(options));
  const add = () => {
    const last = options.at(-1);
    append({
      realQuantityKg: remainingKg > 0 ? remainingKg : null,
      realCargoPrice: last?.realCargoPrice ?? row.contractPrice,
      realCargoQuality: last?.realCargoQuality ?? '',
    });
  };

  return (
    <FormDialog
      title={`${readOnly ? 'Dane rozliczenia sprzedaży' : 'Rozliczenie sprzedaży'}, ${row.registrationNumber}`}
      size="xl"
      form={form}
      // the proposed single option can be saved unchanged
      allowUnchanged={!isInvoiced}
      readOnly={readOnly}
      disabledReason={versioned.disabledReason}
      onClose={onClose}
      saveLabel="Zapisz rozliczenie"
      check={async (values) => {
        const typed = values.options.map(({ realQuantityKg: kg }, index) => ({
          kg,
          storedKg: row.options[index]?.realQuantityKg ?? null,
          field: `options.${index}.realQuantityKg`,
        }));
        const checked = await checkWeights(typed);
        if (checked === null) return null;
        checked.forEach((kg, index) =>
          form.setValue(`options.${index}.realQuantityKg`, kg, { shouldDirty: true }),
        );
        return {
          ...values,
          options: values.options.map((option, index) => ({
            ...option,
            realQuantityKg: checked[index] ?? option.realQuantityKg,
          })),
        };
      }}
      onSave={({ options: saved, acceptedQuantity: paid, deductions = null, details = null }) =>
        versioned.save(({ version }) =>
          call(settleSale, {
            body: {
              options: saved,
              ...(saved.length === 1 && { acceptedQuantity: paid }),
              deductions,
              details,
              transportId: row.transportId,
              salesSettlementStatus: status,
              version,
            },
          }),
        )
      }
      onSaved={() => notifySuccess(row.registrationNumber, 'Zapisano rozliczenie sprzedaży')}
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          {versioned.notice}
          <SettlementSummary row={current} />
          {current.needsCorrection ? <Warning>{correctionWarning.sales(current)}</Warning> : null}
          {isInvoiced && !current.needsCorrection ? <Warning>{INVOICE_IS_OUT}</Warning> : null}
          <NoLoadingTicket basis={current.basis} />
          {fields.map((field, index) => (
            <fieldset key={field.id} className={classes.option} aria-label={`Opcja ${index + 1}`}>
              <QuantityField
                control={control}
                name={`options.${index}.realQuantityKg`}
                label="Ilość rzeczywista"
                required={!readOnly}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              />
              <MoneyField
                control={control}
                name={`options.${index}.realCargoPrice`}
                label="Cena rzeczywista"
                currency={contract.currency}
                perTonne
                required={!readOnly}
              />
              <QualityField
                control={control}
                name={`options.${index}.realCargoQuality`}
                label="Jakość rzeczywista"
                rawMaterialId={contract.rawMaterialId}
                required={!readOnly}
                onOptionSubmit={(quality) => {
                  const agreed = contract.priceOptions.find(
                    ({ rawMaterialQualityTitle }) => rawMaterialQualityTitle === quality,
                  );
                  if (agreed !== undefined && contract.priceOptions.length > 1)
                    form.setValue(`options.${index}.realCargoPrice`, agreed.price, { shouldDirty: true });
                }}
              />
              <Text className={classes.amount}>
                {formatMoney(amountOf(options[index], acceptedKg), contract.currency)}
              </Text>
              <Tooltip label={fields.length === 1 ? 'Rozliczenie ma co najmniej jedną opcję.' : 'Usuń opcję'}>
                <ActionIcon
                  className={classes.remove}
                  variant="subtle"
                  color="gray"
                  aria-label={`Usuń opcję ${index + 1}`}
                  data-disabled={fields.length === 1 || undefined}
                  aria-disabled={fields.length === 1 || undefined}
                  disabled={readOnly}
                  onClick={({ currentTarget }) => {
                    if (fields.length > 1) removeAndFocusNext(currentTarget, () => remove(index));
                  }}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </fieldset>
          ))}
          {options.length === 1 ? (
            <AcceptedQuantityField
              control={control}
              name="acceptedQuantity"
              weighedKg={options[0]?.realQuantityKg ?? current.transportQuantity}
            />
          ) : null}
          <Group justify="space-between" gap="xs">
            {readOnly ? (
              <span />
            ) : (
              <Tooltip
                label={`Rozliczenie ma najwyżej ${SALE_OPTIONS_MAX} opcji.`}
                disabled={fields.length < SALE_OPTIONS_MAX}
              >
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  data-disabled={fields.length >= SALE_OPTIONS_MAX || undefined}
                  aria-disabled={fields.length >= SALE_OPTIONS_MAX || undefined}
                  onClick={() => {
                    if (fields.length < SALE_OPTIONS_MAX) add();
                  }}
                >
                  Dodaj opcję
                </Button>
              </Tooltip>
            )}
            <Group gap="md" component="output">
              <Text fz="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {remainingSentence(remainingKg)}
              </Text>
              <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {`Razem ${totalOf(options, acceptedKg, contract.currency)}`}
              </Text>
            </Group>
          </Group>
          <SplitWarning
            side="sales"
            transportKg={current.transportQuantity}
            settledKg={optionsKg(linesOf(options))}
          />
          <FieldGrid columns={2}>
            <TextAreaField control={control} name="deductions" label="Potrącenia" rows={2} />
            <TextAreaField control={control} name="details" label="Szczegóły" rows={2} />
          </FieldGrid>
        </Stack>
      </ReadableWhenDisabled>
    </FormDialog>
  );
}

function valuesOf(row: RowToSettle): Values {
  return {
    acceptedQuantity: acceptedAtOpening(row),
    options: row.options.map(({ realQuantityKg, realCargoPrice, realCargoQuality }) => ({
      realQuantityKg,
      realCargoPrice,
      realCargoQuality,
    })),
    deductions: row.deductions ?? '',
    details: row.details ?? '',
  };
}

const FIELD_DESCRIPTIONS: FieldDescriptions<Values> = {
  options: { label: 'Podział', show: describeOptions },
  acceptedQuantity: { label: ACCEPTED_QUANTITY, show: formatTonnes },
  deductions: { label: 'Potrącenia', show: orEmpty },
  details: { label: 'Szczegóły', show: orEmpty },
};

/** Converts the options to the domain. An empty value counts as zero. */
function linesOf(options: readonly OptionValues[]) {
  return options.map((option) => ({
    quantityKg: kilograms(option.realQuantityKg ?? 0),
    pricePerTonne: minorUnits(option.realCargoPrice ?? 0),
  }));
}

/**
 * Formats the amount of the sale. With accepted kilograms the sale has one option, whose price applies to them.
 * Without them the amount is the sum of the options, or a dash if the quantity of an option is above the
 * maximum; a save then fails with an error at this option.
 */
function totalOf(
  options: readonly OptionValues[],
  acceptedKg: number | null,
  currency: ContractRecord['currency'],
): string {
  if (acceptedKg !== null) return formatMoney(amountOf(options[0], acceptedKg), currency);
  const lines = linesOf(options);
  return firstOverweightIndex(lines.map(({ quantityKg }) => quantityKg)) >= 0
    ? '–'
    : formatMoney(salesAmount(lines), currency);
}

function amountOf(option: OptionValues | undefined, acceptedKg: number | null): number | null {
  const paid = acceptedKg ?? option?.realQuantityKg ?? null;
  if (!option || paid === null || option.realCargoPrice === null) return null;
  return lineAmount(kilograms(paid), minorUnits(option.realCargoPrice));
}

function remainingSentence(remainingKg: number): string {
  if (remainingKg === 0) return 'Rozdzielono całą wagę transportu.';
  return remainingKg > 0
    ? `Pozostało ${formatTonnes(remainingKg)}.`
    : `O ${formatTonnes(-remainingKg)} więcej niż waga transportu.`;
}
