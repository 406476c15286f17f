/** What the tooltip says of an element that the keyboard is on: its own, or all that is cut in the row it names. */
export function textsOf(focused: HTMLElement): string[] {
  const row = focused.closest('th[scope="row"]')?.parentElement;
  if (row) return [...row.querySelectorAll<HTMLElement>('[data-tip]')].filter(isCut).map(underItsHeader);
  const told = focused.closest<HTMLElement>('[data-tip]');
  return told ? [told.dataset['tip'] ?? ''] : [];
}

/** Its room may be that of what is in it, such as a link. */
function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || [...element.children].some(isCut);
}

function underItsHeader(element: HTMLElement): string {
  const { tip = '' } = element.dataset;
  const cell = element.closest<HTMLTableCellElement>('td, th');
  const header = cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent;
  return header ? `${header}: ${tip}` : tip;
}
