import { searchWords, transportOrderNumberOf } from '@spichlerz/shared/domain/search';
import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';
import { FOUND_LIMIT } from '../../lists/large/ids.ts';
import { matchesWord, wordsToLookUp } from '../../lists/search.ts';

/*
 * The search of the lists of transports (alias t). It compares the transport's own text, the raw material,
 * and the numbers and contractors of both contracts, which triggers maintain in the allocation.
 */

const CONTRACT_TEXT = fragment`(select a.purchase_names || '|' || a.sales_names || '|' || search_key(m.name)
  from allocation a join raw_material m on m.id = a.raw_material_id
  where a.purchase_id = t.purchase_id and a.sales_id = t.sales_id)`;

/** Filters row by row without an index, for few transports. Reads the texts of a row once for all words. */
export function searchInRows(search: string | undefined): Fragment[] {
  if (search === undefined) return [];
  const words = searchWords(search);
  return words.length === 0 ? [fragment`true`] : [rowsWith(words)];
}

/**
 * Looks up the longest words in the indexes of transports and of allocations, and checks the other words only
 * on the rows found.
 */
export function searchInIndexes(search: string | undefined): Fragment[] {
  if (search === undefined) return [];
  const words = searchWords(search);
  if (words.length === 0) return [fragment`true`];
  const lookedUp = wordsToLookUp(words);
  const others = words.filter((word) => !lookedUp.includes(word));
  return [...lookedUp.map(idsWithWord), ...(others.length === 0 ? [] : [rowsWith(others)])];
}

/** `offset 0` makes PostgreSQL read the text once instead of once for each word. */
function rowsWith(words: readonly string[]): Fragment {
  const found = words.map((word) => {
    const inText = matchesWord(fragment, fragment`x.text`, word);
    const orderNumber = transportOrderNumberOf(word);
    return orderNumber === null ? inText : fragment`(${inText} or t.order_number = ${orderNumber})`;
  });
  return fragment`exists (select from (select t.search_text || '|' || ${CONTRACT_TEXT} as text offset 0) as x
    where ${join(found, ' and ')})`;
}

/**
 * Selects the ids of transports with a word, at most FOUND_LIMIT from each index, because a common word matches
 * a large part of the table. Transports are looked up per allocation, so that reaching the limit ends the work.
 * PostgreSQL plans the materialized queries for all matches, because the limits are outside them. With limits
 * inside, it would scan the table until it has found enough rows, which takes longest for a rare word.
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

const matches = (key: Fragment, word: string): Fragment => matchesWord(fragment, key, word);

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
