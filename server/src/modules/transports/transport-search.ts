import { isIndexed, searchWords, transportOrderNumberOf } from '@spichlerz/shared/domain/search';
import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';
import { FOUND_LIMIT } from '../../lists/large/ids.ts';
import { searched } from '../../lists/large/searched.ts';

/*
 * The search of the lists of transports: the transport's own text, the numbers and contractors of both
 * contracts, which triggers maintain in the allocation, and the raw material. The transport has the alias t.
 */

const CONTRACT_TEXT = fragment`(select a.purchase_names || '|' || a.sales_names || '|' || search_key(m.name)
  from allocation a join raw_material m on m.id = a.raw_material_id
  where a.purchase_id = t.purchase_id and a.sales_id = t.sales_id)`;

/** Reads the texts row by row, for few transports. */
export function searchInRows(search: string | undefined): Fragment[] {
  const found = searched(fragment`(t.search_text || '|' || ${CONTRACT_TEXT})`, search);
  const orderNumber = transportOrderNumberOf(search ?? '');
  if (orderNumber === null) return found;
  return found.map((condition) => fragment`(${condition} or t.order_number = ${orderNumber})`);
}

/**
 * Looks up each word in the indexes of transports and of allocations. A word that the indexes cannot find is
 * read row by row where another word limits the rows.
 */
export function searchInIndexes(search: string | undefined): Fragment[] {
  if (search === undefined) return [];
  const words = searchWords(search);
  if (words.length === 0) return [fragment`true`];
  const isLimited = words.some(isIndexed);
  return words.flatMap((word) => (isIndexed(word) || !isLimited ? idsWithWord(word) : searchInRows(word)));
}

/**
 * Selects the ids of transports with a word, at most one more than are counted of each index, because a
 * common word matches a large part of the table. The transports are looked up allocation by allocation, so that
 * the limit ends the work. It is outside of the queries that are planned: otherwise PostgreSQL would read the
 * table until it has found enough, which takes longest for a rare word.
 */
export const foundWithWord = (word: string): Fragment =>
  fragment`with own as materialized (${transportsWithWord(word)}),
      of_allocations as materialized (
        select w.id from (${allocationsWithWord(word)} offset 0) as a,
          lateral (select w.id from transport w
            where w.purchase_id = a.purchase_id and w.sales_id = a.sales_id offset 0) as w)
    (select id from own limit ${FOUND_LIMIT}) union (select id from of_allocations limit ${FOUND_LIMIT})`;

function idsWithWord(word: string): Fragment {
  return fragment`t.id in (
    ${transportsWithWord(word)}
    union all
    select w.id from (${allocationsWithWord(word)}) as a
      join transport w on w.purchase_id = a.purchase_id and w.sales_id = a.sales_id)`;
}

const matches = (key: Fragment, word: string): Fragment => join(searched(key, word), ' and ');

function transportsWithWord(word: string): Fragment {
  const found = fragment`select w.id from transport w where ${matches(fragment`w.search_text`, word)}`;
  const orderNumber = transportOrderNumberOf(word);
  if (orderNumber === null) return found;
  return fragment`${found} union select w.id from transport w where w.order_number = ${orderNumber}`;
}

const allocationsWithWord = (word: string): Fragment =>
  fragment`select a.purchase_id, a.sales_id from allocation a
    where ${matches(fragment`(a.purchase_names || '|' || a.sales_names)`, word)}
      or a.raw_material_id = any(array(select m.id from raw_material m where ${matches(fragment`search_key(m.name)`, word)}))`;
