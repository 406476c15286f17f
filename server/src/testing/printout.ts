import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import { extractText, getDocumentProxy } from 'unpdf';
import type { TestApp } from './app.ts';
import { download } from './call.ts';
import type { TestUser } from './test-user.ts';

export type PrintoutContent = { pages: string[]; text: string; disposition: string; type: string };

/** Returns the text of the pages, with one space between words. */
export async function readPrintout<E extends Endpoint>(
  test: TestApp,
  user: TestUser,
  endpoint: E,
  input: CallInput<E>,
): Promise<PrintoutContent> {
  const { body, type, disposition } = await download(test.app, endpoint, input, user.token);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)));
  const pages = text.map(collapseSpaces);
  return { pages, text: pages.join(' '), type, disposition };
}

export const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();
