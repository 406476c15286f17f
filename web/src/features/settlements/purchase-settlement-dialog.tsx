import { Anchor, Group, Stack, Text } from '@mantine/core';
import { settlePurchase } from '@spichlerz/shared/calls/settlements';
import {
  isBelowMinPrice,
  isUnusualPrice,
  paidKg,
  whyNotSettlePurchase,
} from '@spichlerz/shared/domain/settlement';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import {
  formatPrice,
  formatPriceWithoutUnit,
  formatTonnes,
  NBSP,
  orEmpty,
} from '@spichlerz/shared/words/figures';
import { Link } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { Warning } from '../../components/warning.tsx';
import { TextAreaField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { optionalRemark, requiredInteger, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import type { ConfirmOptions } from '../../ui/overlay/confirm.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { dashboardLink } from '../contracts/contract-links.ts';
import {
  ACCEPTED_QUANTITY,
  AcceptedQuantityField,
  acceptedAtOpening,
  acceptedQuantity,
  NoLoadingTicket,
} from './accepted-quantity-field.tsx';
import { QualityField } from './quality-field.tsx';
import type { RowToSettle, SettleByHandProps } from './rule-terms.ts';
import { SettledLines } from './settled-lines.tsx';
import type { SettlementRow } from './settlement-row.ts';
import { SettlementSummary } from './settlement-summary.tsx';
import { correctionWarning, settlementStatusConflict } from './settlement-texts.ts';
import { useVersionedSettlement } from './use-versioned-settlement.tsx';

const schema = z.object({
  realPurchaseCargoPrice: requiredInteger(),
  realPurchaseCargoQuality: requiredText(),
  acceptedQuantity: acceptedQuantity(),
  deductions: optionalRemark(),
  details: optionalRemark(),
});

type Values = z.input<typeof schema>;

/** The settlement of a released transport with the supplier. A sent settlement is read-only. */
export function PurchaseSettlementDialog({ row, current, contract, onClose }: SettleByHandProps) {
  const readOnly = whyNotSettlePurchase(row.purchaseSettlementStatus) !== null;
  const { currency } = current;
  const form = useZodForm(schema, valuesOf(row));
  const versioned = useVersionedSettlement({
    side: 'purchase',
    form,
    row,
    current,
    valuesOf,
    descriptions: FIELD_DESCRIPTIONS,
    facts: ['weight'],
    whyImpossible: ({ purchaseSettlementStatus: status }) =>
      whyNotSettlePurchase(status) === null ? null : settlementStatusConflict(status),
  });
  const { control } = form;
  const [price, acceptedKg] = useWatch({ control, name: ['realPurchaseCargoPrice', 'acceptedQuantity'] });
  const settledKg = readOnly ? paidKg(current) : kilograms(acceptedKg ?? current.realQuantityKg);
  const amount = price === null ? null : lineAmount(settledKg, minorUnits(price));
  const minPrice = current.contractMinPrice === null ? null : minorUnits(current.contractMinPrice);

  return (
    <FormDialog
      title={`${readOnly ? 'Dane rozliczenia zakupu' : 'Rozliczenie zakupu'}, ${row.registrationNumber}`}
      form={form}
      allowUnchanged
      readOnly={readOnly}
      disabledReason={versioned.disabledReason}
      onClose={onClose}
      saveLabel="Zapisz rozliczenie"
      confirm={({ realPurchaseCargoPrice, acceptedQuantity: accepted }) =>
        savingConfirmation(current, realPurchaseCargoPrice, accepted ?? current.realQuantityKg)
      }
      onSave={({ deductions = null, details = null, ...values }) =>
        versioned.save(({ version }) =>
          call(settlePurchase, {
            body: {
              ...values,
              deductions,
              details,
              transportId: row.transportId,
              purchaseSettlementStatus: 'SETTLED',
              version,
            },
          }),
        )
      }
      onSaved={() => notifySuccess(row.registrationNumber, 'Zapisano rozliczenie zakupu')}
      footer={
        <Anchor
          fz="sm"
          renderRoot={(anchor) => (
            <Link {...anchor} {...dashboardLink.sales(current.salesId, 'settlement')} />
          )}
        >
          {`Rozliczenia sprzedaży ${contractNumber(current.salesRecipient)}`}
        </Anchor>
      }
      consequence={
        readOnly
          ? undefined
          : 'Ta ilość i kwota trafią do rozliczenia dla dostawcy. Rozliczenie otrzyma status „Rozliczenie wysłane”.'
      }
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          {versioned.notice}
          <SettlementSummary row={current} />
          {current.needsCorrection ? <Warning>{correctionWarning.purchase(current)}</Warning> : null}
          {readOnly ? <SettledLines row={current} /> : <NoLoadingTicket basis={current.basis} />}
          <FieldGrid columns={2}>
            <MoneyField
              control={control}
              name="realPurchaseCargoPrice"
              label="Cena rzeczywista po potrąceniach"
              description={`Cena kontraktowa ${formatPrice(current.contractPrice, currency)}`}
              currency={currency}
              perTonne
              required={!readOnly}
              data-autofocus
            />
            <QualityField
              control={control}
              name="realPurchaseCargoQuality"
              label="Jakość rzeczywista"
              rawMaterialId={contract.rawMaterialId}
              required={!readOnly}
            />
            <WideField>
              <AcceptedQuantityField
                control={control}
                name="acceptedQuantity"
                weighedKg={current.realQuantityKg}
              />
            </WideField>
            <TextAreaField
              control={control}
              name="deductions"
              label="Potrącenia"
              description="Drukowane na zestawieniu rozliczenia."
              rows={3}
            />
            <TextAreaField control={control} name="details" label="Szczegóły" rows={3} />
            <WideField>
              <Group justify="space-between" gap="xs">
                <Text fz="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {`${formatTonnes(settledKg)} × ${formatPrice(price, currency)}`}
                </Text>
                <Text component="output" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {`Kwota ${formatMoney(amount, currency)}`}
                </Text>
              </Group>
            </WideField>
          </FieldGrid>
          {price !== null && isBelowMinPrice(minorUnits(price), minPrice) ? (
            <Warning>{`Cena jest niższa niż cena minimalna kontraktu, ${formatPrice(minPrice, currency)}.`}</Warning>
          ) : null}
        </Stack>
      </ReadableWhenDisabled>
    </FormDialog>
  );
}

/** A confirmation with the amounts, because the settlement is sent to the supplier. */
function savingConfirmation(row: SettlementRow, price: number, paid: number): ConfirmOptions {
  const { currency, contractPrice } = row;
  const amount = lineAmount(kilograms(paid), minorUnits(price));
  const sentence = `${formatTonnes(paid)} po ${formatPrice(price, currency)}, razem ${formatMoney(amount, currency)}.`;
  const isUnusual = isUnusualPrice(minorUnits(price), minorUnits(contractPrice));
  return {
    title: 'Zapisać rozliczenie zakupu?',
    message: (
      <Stack gap="xs">
        <Text>{sentence}</Text>
        {isUnusual ? (
          <Warning>{`Cena różni się o ponad 20${NBSP}% od ceny kontraktowej, ${formatPrice(contractPrice, currency)}.`}</Warning>
        ) : null}
      </Stack>
    ),
    confirmLabel: 'Zapisz rozliczenie',
    danger: isUnusual,
  };
}

function valuesOf(row: RowToSettle): Values {
  return {
    realPurchaseCargoPrice: row.realPurchaseCargoPrice,
    realPurchaseCargoQuality: row.realPurchaseCargoQuality,
    acceptedQuantity: acceptedAtOpening(row),
    deductions: row.deductions ?? '',
    details: row.details ?? '',
  };
}

const FIELD_DESCRIPTIONS: FieldDescriptions<Values> = {
  realPurchaseCargoPrice: { label: 'Cena rzeczywista', show: formatPriceWithoutUnit },
  realPurchaseCargoQuality: { label: 'Jakość rzeczywista', show: orEmpty },
  acceptedQuantity: { label: ACCEPTED_QUANTITY, show: formatTonnes },
  deductions: { label: 'Potrącenia', show: orEmpty },
  details: { label: 'Szczegóły', show: orEmpty },
};
