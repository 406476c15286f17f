/** A message with the same content as text and as HTML. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

/** A placeholder for the URL of the web app; the server that sends the message fills it in. */
const APP_URL = '{APP_URL}';

type Link = {
  readonly words: string;
  /** The path of a page in the web app. */
  readonly path: string;
};

type Content = {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Names and values, shown as a table. */
  readonly rows?: readonly (readonly [string, string])[];
  /** A code that the user reads and types, so it is shown large. */
  readonly code?: string;
  readonly link: Link;
};

/** Writes a message as text and as simple HTML that every mail client supports. */
export function writeMail({ subject, title, paragraphs, rows = [], code, link }: Content): Mail {
  const text = [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(rows.length === 0 ? [] : [rows.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    `${link.words}: ${APP_URL}${link.path}`,
    'Spichlerz',
  ].join('\n\n');
  // pre-line, because comments may have several lines
  const table = rows
    .map(
      ([name, value]) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#666;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0;white-space:pre-line">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const html = [
    '<!doctype html><html lang="pl"><body style="font-family:Arial,sans-serif;font-size:15px;color:#1b1b1b">',
    `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    code === undefined
      ? ''
      : `<p style="font-size:28px;letter-spacing:6px;font-weight:bold">${escapeHtml(code)}</p>`,
    table === '' ? '' : `<table style="border-collapse:collapse">${table}</table>`,
    `<p><a href="${APP_URL}${escapeHtml(link.path)}">${escapeHtml(link.words)}</a></p>`,
    '<p style="color:#666">Spichlerz</p></body></html>',
  ].join('');
  return { subject, text, html };
}

/** Inserts the URL of the web app into the message's links. */
export function withAppUrl({ text, html }: Omit<Mail, 'subject'>, appUrl: string): Omit<Mail, 'subject'> {
  return {
    text: text.replaceAll(APP_URL, () => appUrl),
    html: html.replaceAll(APP_URL, () => escapeHtml(appUrl)),
  };
}

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Writes a message without a link, for example to a counterparty, who has no account. */
export function plainMail(subject: string, text: string): Mail {
  const html = `<!doctype html><html lang="pl"><body style="font-family:Arial,sans-serif;font-size:15px;color:#1b1b1b"><p style="white-space:pre-line">${escapeHtml(text)}</p></body></html>`;
  return { subject, text, html };
}
