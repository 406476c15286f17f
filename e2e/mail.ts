import type { Page } from '@playwright/test';

/** Returns the latest e-mail that contains the text. */
export async function findMail(page: Page, text: string): Promise<string> {
  const outbox = await (await page.request.get('/api/outbox')).text();
  const mail = outbox.split('<article>').find((article) => article.includes(text));
  if (mail === undefined) throw new Error(`No e-mail contains ${text}`);
  return mail;
}

export function linkOf(mail: string): string {
  const [address] = /https?:\S+/.exec(mail) ?? [];
  if (address === undefined) throw new Error('The e-mail has no link');
  return address;
}
