import { UNLOADING_ROWS_MAX } from '@spichlerz/shared/domain/unloading-list';
import type { TableKind } from '../../../components/table-import/read-table.ts';
import { countKnownHeaders, isHeaderRow } from './unloading-columns.ts';

/** Rows of totals and remarks, which are no rows of the list. */
const OTHER_ROWS_MAX = 50;

/** Unloading lists of recipients. */
export const UNLOADING_TABLE: TableKind = {
  rowsMax: UNLOADING_ROWS_MAX + OTHER_ROWS_MAX,
  countKnownHeaders,
  isHeaderRow,
  isDataRow: (cells) => cells.some(isPlate),
};

/** A Polish registration number, which rarely occurs alone between two separators of a remark. */
const isPlate = (cell: string) => /^[A-Z]{1,3}[\s-]?(?=\w*\d)[A-Z0-9]{3,5}$/i.test(cell.trim());
