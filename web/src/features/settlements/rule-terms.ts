import { settlePurchase, settleSale } from '@spichlerz/shared/calls/settlements';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { SettlementPreview, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { contractRulesQuery, settlementPreviewQuery, transportReadingsQuery } from '../../api/quality.ts';
import type { SettlementRow } from './settlement-row.ts';

/** The data that a settlement by rules needs. */
export type RuleTerms = {
  readonly rules: ContractRules;
  readonly measurements: TransportMeasurements;
  /** How the side is settled now; null before. */
  readonly settled: SettlementPreview['settled'];
};

/** The loaded weight of a side that is paid by it and not settled yet; null for any other side. */
export type LoadingBasis = { readonly loadedKg: number | null } | null;

/** The props of the dialogs that settle a side by hand. */
export type SettleByHandProps = {
  row: SettlementRow;
  /** The stored row. */
  current: SettlementRow;
  contract: ContractRecord;
  basis: LoadingBasis;
  onClose: () => void;
};

type Loaded = {
  readonly isPending: boolean;
  readonly terms: RuleTerms | null;
  readonly basis: LoadingBasis;
};

/**
 * Loads the rules of a contract, and the measurements and the present settlement of a transport; the terms are null
 * for a contract without rules, whose transports may still be paid by the loaded weight.
 */
export function useRuleTerms(side: Side, contractId: number, transportId: number): Loaded {
  const { data: rules, isError } = useQuery(contractRulesQuery(contractId));
  const hasRules = rules !== undefined && rules.rules.length > 0;
  const isPaidByLoading = rules?.weightBasis === 'LOADING';
  const needsPreview = hasRules || isPaidByLoading;
  const measurements = useQuery({ ...transportReadingsQuery(transportId), enabled: hasRules });
  const preview = useQuery({ ...settlementPreviewQuery({ transportId, side }), enabled: needsPreview });
  const isLoaded =
    rules !== undefined && !(hasRules && measurements.isPending) && !(needsPreview && preview.isPending);
  const hasFailed = isError || measurements.isError || preview.isError;
  return {
    isPending: !isLoaded && !hasFailed,
    terms:
      hasRules && measurements.data && preview.data
        ? { rules, measurements: measurements.data, settled: preview.data.settled }
        : null,
    basis:
      isPaidByLoading && preview.data?.settled === null ? { loadedKg: preview.data.basisQuantity } : null,
  };
}

type Sent = {
  readonly computed: SettlementPreview;
  readonly priceOptionId: number;
  readonly overrides: { ruleId: number; pricePerTonne?: number; quantity?: number; reason: string }[];
  readonly quality: string;
  readonly details: string | null;
  readonly version: number;
  readonly transportKg: number;
};

/** Saves the previewed settlement: the server rejects it if readings, weights, rules or price have changed since. */
export function sendSettlement(side: Side, row: SettlementRow, sent: Sent): Promise<unknown> {
  const { computed, priceOptionId, overrides, quality, details, version, transportKg } = sent;
  const common = {
    transportId: row.transportId,
    priceOptionId,
    overrides,
    fingerprint: computed.fingerprint,
    acceptedQuantity: computed.acceptedQuantity ?? undefined,
    details,
    version,
  };
  return {
    purchase: () =>
      call(settlePurchase, {
        body: {
          ...common,
          purchaseSettlementStatus: 'SETTLED',
          realPurchaseCargoPrice: computed.pricePerTonne,
          realPurchaseCargoQuality: quality,
        },
      }),
    sales: () =>
      call(settleSale, {
        body: {
          ...common,
          salesSettlementStatus: row.salesSettlementStatus,
          options: [
            {
              realQuantityKg: transportKg,
              realCargoPrice: computed.pricePerTonne,
              realCargoQuality: quality,
            },
          ],
        },
      }),
  }[side]();
}
