import { UNLOADING_ROWS_MAX } from '@spichlerz/shared/domain/unloading-list';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { parameterNamesQuery } from '../../../api/materials.ts';
import { changeMapping, unloadingMappingQuery } from '../../../api/unloading.ts';
import type { Table } from '../../../components/table-import/read-table.ts';
import { useExplain, useVisibleFailure } from '../../../ui/errors.ts';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import {
  type ListUnit,
  proposedUnit,
  readList,
  repeatedReading,
  type WeightUnits,
  weightUnits,
} from './list-rows.ts';
import { type ColumnMeanings, proposeColumns, toMapping } from './unloading-columns.ts';

type Source = {
  readonly table: Table | undefined;
  readonly recipientId: number | null;
  /** The day for rows without a day; '' if not set. */
  readonly day: string;
};

/**
 * The meanings of the columns, which are stored per recipient, and the rows that are read by these meanings.
 */
export function useListColumns({ table, recipientId, day }: Source) {
  const explain = useExplain();
  const [changed, setChanged] = useState<ColumnMeanings | null>(null);
  const [chosenUnit, setChosenUnit] = useState<ListUnit | null>(null);
  const stored = useQuery({
    ...unloadingMappingQuery(recipientId ?? 0),
    enabled: recipientId !== null && table !== undefined,
  });
  useVisibleFailure(stored.error);
  const names = useQuery({ ...parameterNamesQuery, enabled: table !== undefined });
  const storedColumns = stored.data?.columns;
  const proposed = useMemo(
    () => (table === undefined ? [] : proposeColumns(table, storedColumns, names.data)),
    [table, storedColumns, names.data],
  );
  const meanings = changed ?? proposed;
  const units = useMemo(
    () => (table === undefined ? NO_UNITS : weightUnits(table, meanings)),
    [table, meanings],
  );
  // "each" has no effect if the weights suggest only one unit. The user may have chosen it for the columns of
  // another recipient.
  const isUnitChosen = chosenUnit !== null && (chosenUnit !== 'each' || units.suggested.size > 1);
  const unit = isUnitChosen ? chosenUnit : proposedUnit(units);
  const list = useMemo(
    () =>
      table === undefined
        ? null
        : readList(table, {
            meanings,
            unit: unit ?? 'each',
            day: day === '' ? null : day,
            today: todayInWarsaw(),
          }),
    [table, meanings, unit, day],
  );
  const reset = () => {
    setChanged(null);
    setChosenUnit(null);
  };

  const storeMapping = async () => {
    if (table === undefined || recipientId === null) return;
    try {
      await changeMapping(recipientId, toMapping(table.headers, meanings));
    } catch (error) {
      notifyError(explain(error).message, 'Nie zapamiętano kolumn');
    }
  };

  return {
    stored,
    /**
     * Whether the stored meanings or the names of the parameters are loading. Rows are read only afterwards,
     * because they would otherwise be read twice.
     */
    isPending: stored.isPending || names.isPending,
    isStoredMapping: changed === null && (storedColumns?.length ?? 0) > 0,
    parameters: names.data ?? NO_NAMES,
    meanings,
    unit,
    isUnitChosen,
    units,
    list,
    columnProblem:
      table === undefined
        ? null
        : findColumnProblem({ meanings, unit, rows: list?.rows.length ?? 0, headers: table.headers }),
    setMeanings: (next: ColumnMeanings) => {
      setChanged(next);
      setChosenUnit(null);
    },
    /**
     * Discards the meanings that the user chose, so that the stored meanings of a newly selected recipient are
     * used.
     */
    forgetMeanings: () => setChanged(null),
    setUnit: setChosenUnit,
    reset,
    storeMapping,
  };
}

const NO_NAMES: readonly string[] = [];
const NO_UNITS: WeightUnits = { suggested: new Set(), stated: new Set() };

type Readiness = {
  readonly meanings: ColumnMeanings;
  readonly unit: ListUnit | null;
  readonly rows: number;
  readonly headers: readonly string[];
};

/** The problem with the columns that the user must solve before the rows can be checked, or null. */
function findColumnProblem({ meanings, unit, rows, headers }: Readiness): string | null {
  const has = (column: string) => meanings.some((meaning) => meaning.column === column);
  if (!has('PLATE')) return 'Wskaż kolumnę z numerem rejestracyjnym.';
  if (!has('NET') && !(has('GROSS') && has('TARE')))
    return 'Wskaż kolumnę z wagą netto albo kolumny z wagą brutto i tarą.';
  const repeated = repeatedReading(headers, meanings);
  if (repeated !== null) return `Parametr „${repeated}” ma dwie kolumny. Jedną z nich pomiń.`;
  if (unit === null) return 'Wskaż, w czym są wagi: w kilogramach czy w tonach.';
  if (rows > UNLOADING_ROWS_MAX)
    return `Lista ma więcej niż ${UNLOADING_ROWS_MAX} wierszy. Podziel ją na mniejsze.`;
  return rows === 0 ? 'Pod nagłówkami nie ma żadnego rozładunku.' : null;
}
