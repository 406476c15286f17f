import { Paper, Stack, Text, Title } from '@mantine/core';
import { toleranceOf, toleranceRange } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractDashboard, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { formatDateRange, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { formatConclusion, formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { formatTolerance } from '@spichlerz/shared/words/tolerance';
import type { ReactNode } from 'react';
import { NoWrapPostCode } from '../../../ui/no-wrap-post-code.tsx';
import { formatRequirements } from '../../../words/contract-terms.ts';
import { formatRemaining } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { balanceOf } from '../contract-balance.ts';
import { RealizationOverview } from '../realization-overview.tsx';
import { AllocatedContracts } from './allocated-contracts.tsx';
import { type Fact, Facts } from './facts.tsx';
import { MarginFacts } from './margin-facts.tsx';
import classes from './realization-tab.module.css';
import { SettlementSuggestion } from './settlement-suggestion.tsx';

/** The progress of a contract, its terms and its allocated contracts. */
export function RealizationTab({ side, contract }: { side: Side; contract: ContractDashboard }) {
  return (
    <Stack gap="md">
      {contract.suggestsSettlement ? <SettlementSuggestion side={side} contract={contract} /> : null}
      <div className={classes.panels}>
        <Panel title="Realizacja">
          <RealizationOverview
            realization={{
              quantity: contract.quantityKg,
              delivered: contract.delivered,
              inDelivery: contract.inDelivery,
              allocated: contract.allocated,
            }}
          />
          <Facts facts={figures(side, contract)} columns={2} />
        </Panel>
        <Panel title="Warunki">
          <Facts facts={terms(side, contract)} columns={1} isText />
        </Panel>
        <Panel title="Marża">
          <MarginFacts margin={contract.margin} marginByCurrency={contract.marginByCurrency} />
        </Panel>
      </div>
      <AllocatedContracts side={side} contract={contract} />
    </Stack>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} fz={15} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Paper>
  );
}

/** The uncertain part of a quantity, or null when it is zero. */
function uncertain(kg: number | undefined): string | null {
  return kg === undefined || kg === 0 ? null : `w tym niepewne ${formatTonnes(kg)}`;
}

function figures(side: Side, contract: ContractRecord): Fact[] {
  return [
    { label: 'Ilość', value: formatTonnes(contract.quantityKg), notes: toleranceNotes(contract) },
    { label: 'Zrealizowano', value: formatTonnes(contract.realized) },
    {
      label: 'Zaalokowano',
      value: formatTonnes(contract.allocated),
      notes: [uncertain(contract.allocatedSpeculative)],
    },
    {
      label: 'W dostawie',
      value: formatTonnes(contract.inDelivery),
      notes: [
        counted(contract.inDeliveryTransportCount, NOUN_FORMS.transports),
        uncertain(contract.inDeliverySpeculative),
      ],
    },
    { label: 'Do zaalokowania', value: formatRemaining(contract.toAllocate) },
    { label: 'Dostarczono', value: formatTonnes(contract.delivered) },
    {
      label: SIDE_LABELS[side].remaining,
      value: formatRemaining(contract.toPickUp ?? contract.toDeliver ?? 0),
    },
    {
      label: 'Dopuszczalna ilość',
      value: formatTonnes(contract.allowed),
      notes: ['do alokacji, z naszą tolerancją'],
    },
  ];
}

function toleranceNotes(contract: ContractRecord): string[] {
  const tolerance = toleranceOf(contract);
  if (tolerance === null) return [];
  const { fromKg, toKg } = toleranceRange(balanceOf(contract));
  return [formatTolerance(tolerance), `${formatTonnes(fromKg)} – ${formatTonnes(toKg)}`];
}

function terms(side: Side, contract: ContractRecord): Fact[] {
  const words = SIDE_LABELS[side];
  const prices = contract.priceOptions.map((option) => (
    <Text key={option.id ?? 'main'} component="span" inherit display="block">
      {formatPrice(option.price, contract.currency)} · {option.rawMaterialQualityTitle}
    </Text>
  ));
  return [
    { label: words.contractor, value: orEmpty((contract.supplier ?? contract.recipient)?.name) },
    { label: 'Surowiec', value: contract.rawMaterial.name },
    { label: contract.priceOptions.length > 1 ? 'Opcje cenowe' : 'Cena', value: prices },
    {
      label: words.receiptDates,
      value: formatDateRange(contract.dateOfReceiptFrom, contract.dateOfReceiptTo),
    },
    {
      label: contract.fcaCpt ? 'FCA' : 'CPT',
      value: <NoWrapPostCode text={formatAddress(contract.address)} />,
    },
    { label: 'Opiekun', value: contract.owner },
    { label: 'Wymagania', value: orEmpty(formatRequirements(contract)) },
    { label: 'Termin płatności', value: formatPaymentDays(contract.paymentDays) },
    { label: 'Zawarcie', value: formatConclusion(contract) },
    { label: 'Dla kontrahenta', value: orEmpty(contract.printedRemarks) },
    { label: 'Uwagi', value: orEmpty(contract.comments) },
  ];
}
