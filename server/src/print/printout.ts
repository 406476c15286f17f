import type { Content } from 'pdfmake';

/** A document to be drawn: plain data, because it goes to another thread. */
export type Printout = {
  /** Names the document on every further page, and its file. */
  readonly title: string;
  /** Who it is from, at the foot of every page. */
  readonly issuer: string;
  readonly content: Content[];
};
