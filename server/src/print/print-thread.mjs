// The worker thread that renders printouts, so that a long one does not block other requests. It is plain
// JavaScript, so that Node runs the source file both in tests and with the built server.
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import roboto from 'pdfmake/fonts/Roboto.js';

const MARGIN = 40;
const MUTED = '#5c665f';
const HAIRLINE = 0.5;
const LINE_COLOUR = '#c9cfca';

// a text from a user must not make pdfmake load a resource
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => Object.values(roboto.Roboto).includes(file));
// all digits of Roboto have equal width, so numbers align in columns
pdfmake.setFonts(roboto);
const ROWS = {
  vLineWidth: () => 0,
  paddingLeft: (index) => (index === 0 ? 0 : 4),
  paddingRight: (index, node) => (index === node.table.widths.length - 1 ? 0 : 4),
  paddingTop: () => 4,
  paddingBottom: () => 4,
};
pdfmake.setTableLayouts({
  /** Rows of a table with a header: lines between the rows, a stronger line under the header. */
  rows: {
    ...ROWS,
    hLineWidth: (index, node) => (index === 0 ? 0 : index === node.table.headerRows ? 1 : HAIRLINE),
    hLineColor: (index, node) => (index === node.table.headerRows ? MUTED : LINE_COLOUR),
  },
  /** A row and the note below it, in one row of `rows`. */
  rowWithNote: { ...ROWS, hLineWidth: () => 0 },
  /** Names and values with lines between them. */
  facts: {
    hLineWidth: (index, node) => (index === 0 || index === node.table.body.length ? 0 : HAIRLINE),
    vLineWidth: () => 0,
    hLineColor: () => LINE_COLOUR,
    paddingLeft: () => 0,
    paddingRight: (index) => (index === 0 ? 8 : 0),
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
  /** Two panels side by side. */
  panels: {
    hLineWidth: () => HAIRLINE,
    vLineWidth: () => HAIRLINE,
    hLineColor: () => LINE_COLOUR,
    vLineColor: () => LINE_COLOUR,
    paddingLeft: () => 10,
    paddingRight: () => 10,
    paddingTop: () => 8,
    paddingBottom: () => 8,
  },
});

/** @param {import('./printout.ts').Printout} printout */
function draw({ title, issuer, content }) {
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: [MARGIN, 48, MARGIN, 52],
      language: 'pl-PL',
      info: { title, author: issuer, creator: 'Spichlerz', producer: 'Spichlerz' },
      defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.15, color: '#1b1f1c' },
      // the first page has the letterhead instead
      header: (page) =>
        page === 1 ? null : { text: title, fontSize: 8, color: MUTED, margin: [MARGIN, 24, MARGIN, 0] },
      footer: (page, pages) => ({
        margin: [MARGIN, 16, MARGIN, 0],
        fontSize: 8,
        color: MUTED,
        columns: [
          { text: issuer, width: 400 },
          { text: `strona ${page} z ${pages}`, width: 115, alignment: 'right' },
        ],
      }),
      content,
    })
    .getBuffer();
}

async function answer(printout) {
  try {
    const pdf = new Uint8Array(await draw(printout));
    parentPort?.postMessage({ pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }, []);
  }
}

parentPort?.on('message', (printout) => void answer(printout));
parentPort?.postMessage('ready', []);
