import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<RawMaterialRow>();

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ');

export const RAW_MATERIAL_SHEET: Sheet<RawMaterialRow> = {
  title: 'Surowce',
  columns: [
    column.whole(HEADERS.displayOrder, (row) => row.displayOrder),
    column.text(HEADERS.name, (row) => row.name),
    column.text(HEADERS.qualities, (row) => row.qualityOptions.map(({ title }) => title).join(', '), 50),
    column.text(HEADERS.parameters, (row) => names(row.parameters), 50),
    column.text(HEADERS.variants, (row) => names(row.variants), 36),
  ],
};
