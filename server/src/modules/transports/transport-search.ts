import { isIndexed, searchWords } from '@spichlerz/shared/domain/search';
import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';
import { searched } from '../../lists/large/searched.ts';

/*
 * The search of the lists of transports: the transport's own text, the numbers and contractors of both
 * contracts, which triggers maintain in the allocation, and the raw material. The transport has the alias t.
 */

const CONTRACT_TEXT = fragment`(select a.purchase_names || '|' || a.sales_names || '|' || search_key(m.name)
  from allocation a join raw_material m on m.id = a.raw_material_id
  where a.purchase_id = t.purchase_id and a.sales_id = t.sales_id)`;

/** Reads the texts row by row, for few transports. */
export const searchInRows = (search: string | undefined): Fragment[] =>
  searched(fragment`(t.search_text || '|' || ${CONTRACT_TEXT})`, search);

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

function idsWithWord(word: string): Fragment {
  const matches = (key: Fragment) => join(searched(key, word), ' and ');
  return fragment`t.id in (
    select w.id from transport w where ${matches(fragment`w.search_text`)}
    union all
    select w.id from allocation a join transport w on w.purchase_id = a.purchase_id and w.sales_id = a.sales_id
    where ${matches(fragment`(a.purchase_names || '|' || a.sales_names)`)}
      or a.raw_material_id = any(array(select m.id from raw_material m where ${matches(fragment`search_key(m.name)`)})))`;
}
