import type { Content } from 'pdfmake';

/** A document to be rendered; plain data, because it is sent to another thread. */
export type Printout = {
  /** The header of every page after the first, and the file name. */
  readonly title: string;
  /** The issuing company, in the footer of every page. */
  readonly issuer: string;
  readonly content: Content[];
};
