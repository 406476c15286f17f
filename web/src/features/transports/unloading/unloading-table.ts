import { UNLOADING_ROWS_MAX } from '@spichlerz/shared/domain/unloading-list';
import type { TableKind } from '../../../components/table-import/read-table.ts';
import { countKnownHeaders, isHeaderRow } from './unloading-columns.ts';

/** A file also has rows of totals and remarks, which are not limited like the rows of the list. */
const OTHER_ROWS_MAX = 50;

/** The limits and known headers of recipients' unloading lists. */
export const UNLOADING_TABLE: TableKind = {
  rowsMax: UNLOADING_ROWS_MAX + OTHER_ROWS_MAX,
  countKnownHeaders,
  isHeaderRow,
  isDataRow: (cells) => cells.some(isRegistrationNumber),
};

/** Matches a Polish registration number. Text of this form rarely fills a whole cell in a row of remarks. */
const isRegistrationNumber = (cell: string) => /^[A-Z]{1,3}[\s-]?(?=\w*\d)[A-Z0-9]{3,5}$/i.test(cell.trim());
