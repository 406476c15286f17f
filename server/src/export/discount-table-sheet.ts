import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<DiscountTableRow>();

export const DISCOUNT_TABLE_SHEET: Sheet<DiscountTableRow> = {
  title: 'Tabele potrąceń',
  columns: [
    column.text(HEADERS.name, (row) => row.name),
    column.text(HEADERS.rawMaterial, (row) => row.rawMaterial.name),
    column.text(HEADERS.contractSide, (row) => SIDE_LABELS[row.side].contract),
    column.text(HEADERS.currency, (row) => row.currency),
    column.whole(HEADERS.rules, (row) => row.ruleCount),
    column.whole(HEADERS.contracts, (row) => row.contractCount),
  ],
};
