import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import type { TableKind } from '../../../components/table-import/read-table.ts';
import { countKnownHeaders, isHeaderRow } from './column-matching.ts';

/** The limits and known headers of lists of contractors. */
export const CONTRACTOR_TABLE: TableKind = {
  rowsMax: IMPORT_ROWS_MAX,
  countKnownHeaders,
  isHeaderRow,
  isDataRow: (cells) => cells.some(isNumberOfContractor),
};

/**
 * Whether the whole cell has the length of a NIP or PESEL. In a row of remarks, such a number is only a part
 * of a cell.
 */
function isNumberOfContractor(cell: string): boolean {
  return /^\d{10,11}$/.test(cell.replace(/[\s-]|^"|"$/g, ''));
}
