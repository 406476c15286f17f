import { UNLOADING_ROWS_MAX } from '@spichlerz/shared/domain/unloading-list';
import type { TableKind } from '../../../components/table-import/read-table.ts';
import { countKnownHeaders, isHeaderRow } from './unloading-columns.ts';

/** The number of rows for totals and remarks, which a file may have in addition to the allowed rows. */
const OTHER_ROWS_MAX = 50;

/** The limits and known headers of unloading lists. */
export const UNLOADING_TABLE: TableKind = {
  rowsMax: UNLOADING_ROWS_MAX + OTHER_ROWS_MAX,
  countKnownHeaders,
  isHeaderRow,
  isDataRow: (cells) => cells.some(isRegistrationNumber),
};

/**
 * Whether the whole cell is a Polish registration number. In a row of remarks, such a number is only a part
 * of a cell.
 */
const isRegistrationNumber = (cell: string) => /^[A-Z]{1,3}[\s-]?(?=\w*\d)[A-Z0-9]{3,5}$/i.test(cell.trim());
