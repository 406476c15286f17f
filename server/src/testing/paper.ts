import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import { extractText, getDocumentProxy } from 'unpdf';
import type { TestApp } from './app.ts';
import type { Person } from './as.ts';
import { download } from './call.ts';

export type Paper = { pages: string[]; text: string; disposition: string; type: string };

/** The pages as a person reads them: one space between words. */
export async function readPrintout<E extends Endpoint>(
  test: TestApp,
  person: Person,
  endpoint: E,
  input: CallInput<E>,
): Promise<Paper> {
  const { body, type, disposition } = await download(test.app, endpoint, input, person.token);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)));
  const pages = text.map(plain);
  return { pages, text: pages.join(' '), type, disposition };
}

export const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
