import { canUseSearchIndex, searchWords } from '@spichlerz/shared/domain/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { wordsToLookUp } from '../../lists/search.ts';

/* The conditions of a search in the list of invoices (alias i). */

/** Returns one condition per word of the search query, or none without a query. */
export function invoiceSearch(search: string | undefined): RawBuilder<SqlBool>[] {
  const words = searchWords(search ?? '');
  const isAlone = !words.some(canUseSearchIndex);
  const lookedUp = wordsToLookUp(words);
  return words.map((word) =>
    !isAlone && lookedUp.includes(word) ? matchesIndexedWord(word) : filtersByWord(word, isAlone),
  );
}

/**
 * Matches a part of the number, of the KSeF number or of the contractor's name, or a transport's registration
 * number. A correction is also found by the number of the corrected invoice, because the sum to pay includes
 * both.
 */
function matchesIndexedWord(word: string): RawBuilder<SqlBool> {
  const pattern = sql`search_pattern(${word})`;
  // each condition selects an array of ids, so that it can use its own index
  return sql<SqlBool>`(i.search_text like ${pattern}
    or i.contractor_id = any(array(select id from contractor where search_text like ${pattern}))
    or i.id = any(array(select k.id from invoice k join invoice o on o.id = k.corrects_id
      where o.search_text like ${pattern}))
    or i.id = any(array(${invoicesByRegistrationNumber(pattern)})))`;
}

/**
 * The condition of a word that no index looks up: a word too short for an index, such as the letters of a
 * registration number, or a word beyond LOOKED_UP_WORDS. `isAlone` means that the query has no indexed word at
 * all; then only the text of the invoice itself is searched.
 */
function filtersByWord(word: string, isAlone: boolean): RawBuilder<SqlBool> {
  const finds = (text: RawBuilder<unknown>) => sql<SqlBool>`strpos(${text}, search_key(${word})) > 0`;
  const own = finds(sql`i.search_text`);
  if (isAlone) return own;
  return sql<SqlBool>`(${own}
    or exists (select from contractor c where c.id = i.contractor_id and ${finds(sql`c.search_text`)})
    or exists (select from invoice o where o.id = i.corrects_id and ${finds(sql`o.search_text`)})
    or exists (select from invoice_line l join transport t on t.id = l.transport_id
      where l.invoice_id = i.id and ${finds(sql`search_key(t.registration_number)`)}))`;
}

/** Compares the registration number too, because the search index of transports also contains other texts. */
const invoicesByRegistrationNumber = (pattern: RawBuilder<unknown>) => sql`
  with found as materialized (select id, freight_invoice_id from transport
    where search_text like ${pattern} and search_key(registration_number) like ${pattern})
  select freight_invoice_id from found where freight_invoice_id is not null
  union all
  select s.invoice_id from found join settlement x on x.transport_id = found.id
  join settlement_side s on s.settlement_id = x.id where s.invoice_id is not null`;
