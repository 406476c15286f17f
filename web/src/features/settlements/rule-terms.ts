import { getContractRules } from '@spichlerz/shared/calls/discount-tables';
import { getTransportReadings, previewSettlement } from '@spichlerz/shared/calls/quality';
import { listSettlements, settlePurchase, settleSale } from '@spichlerz/shared/calls/settlements';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { SettlementPreview, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type SettlementRow, withIds } from './settlement-row.ts';

/** The data that a settlement by rules needs. */
export type RuleTerms = {
  readonly rules: ContractRules;
  readonly measurements: TransportMeasurements;
  /** The stored settlement of the side, or null before the side is settled. */
  readonly settled: SettlementPreview['settled'];
  /** The reversed settlement of a purchase, or null. */
  readonly takenBack: SettlementPreview['takenBack'];
};

/**
 * The loaded weight, if the side is paid by the loaded weight and is not settled yet. Null for other sides.
 */
export type LoadingBasis = { readonly loadedKg: number | null } | null;

/** A settlement to edit, with the loaded weight if the side is paid by the loaded weight. */
export type RowToSettle = SettlementRow & { readonly basis?: LoadingBasis };
export type RowWithRules = SettlementRow & { readonly terms: RuleTerms };

/** The props of the dialogs that settle a side by hand. */
export type SettleByHandProps = {
  row: RowToSettle;
  /** The row as it is stored now. */
  current: RowToSettle;
  contract: ContractRecord;
  onClose: () => void;
};

const CONTRACT_ID: BySide<(row: SettlementRow) => number> = {
  purchase: ({ purchaseId }) => purchaseId,
  sales: ({ salesId }) => salesId,
};

/** A settlement with the terms of its contract. `terms` is null for a contract without rules. */
export type StoredSettlement = RowToSettle & { readonly terms: RuleTerms | null };

/**
 * The row and the terms with which a settlement dialog opens. Each opening loads both again: outdated terms
 * that are saved with the version of a newer row would undo a colleague's change.
 */
export const storedSettlementQuery = (side: Side, { transportId, settlementId }: SettlementRow) =>
  queryOptions({
    queryKey: ['settlement', 'to-settle', side, transportId, settlementId],
    queryFn: async ({ signal }): Promise<StoredSettlement | null> => {
      // The row is loaded first. If the terms change afterwards, the version of the row is outdated, and the
      // server rejects the save. In the other order, outdated terms could be saved.
      const page = await call(listSettlements[side], {
        query: { transportId: [transportId], limit: 1 },
        signal,
      });
      const [row] = withIds(page).list;
      if (row === undefined) return null;
      const rules = await call(getContractRules, { params: { id: CONTRACT_ID[side](row) }, signal });
      const hasRules = rules.rules.length > 0;
      const isPaidByLoading = rules.weightBasis === 'LOADING';
      if (!hasRules && !isPaidByLoading) return { ...row, terms: null };
      const [measurements, { settled, takenBack, basisQuantity }] = await Promise.all([
        hasRules ? call(getTransportReadings, { params: { id: transportId }, signal }) : null,
        call(previewSettlement, { body: { transportId, side }, signal }),
      ]);
      return {
        ...row,
        terms: measurements === null ? null : { rules, measurements, settled, takenBack },
        basis: isPaidByLoading && settled === null ? { loadedKg: basisQuantity } : null,
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

type Sent = {
  readonly computed: SettlementPreview;
  readonly priceOptionId: number;
  readonly overrides: { ruleId: number; pricePerTonne?: number; quantity?: number; reason: string }[];
  readonly quality: string;
  readonly details: string | null;
  readonly version: number;
  readonly transportKg: number;
};

/** Returns why the computed settlement pays nothing, which the server rejects, or null. */
export function whyNothingToPay({ pricePerTonne, acceptedQuantity }: SettlementPreview): string | null {
  if (pricePerTonne <= 0) return 'Cena po potrąceniach nie jest większa od zera.';
  if (acceptedQuantity !== null && acceptedQuantity <= 0)
    return 'Potrącenia wagi nie zostawiają żadnej ilości do rozliczenia.';
  return null;
}

/**
 * Saves the previewed settlement. The server rejects the save if readings, weights, rules or price have changed
 * since the preview.
 */
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
