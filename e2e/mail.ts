import type { Page } from '@playwright/test';

/** The latest e-mail that bears this text. */
export async function findMail(page: Page, text: string): Promise<string> {
  const outbox = await (await page.request.get('/api/outbox')).text();
  const mail = outbox.split('<article>').find((article) => article.includes(text));
  if (mail === undefined) throw new Error(`No e-mail says ${text}`);
  return mail;
}

/** Where an e-mail leads. */
export function linkOf(mail: string): string {
  const [address] = /https?:\S+/.exec(mail) ?? [];
  if (address === undefined) throw new Error('The e-mail has no link');
  return address;
}
