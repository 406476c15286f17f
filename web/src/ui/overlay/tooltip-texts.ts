/**
 * The tooltip texts of a focused element: its own, or those of all truncated cells in the row that it names.
 */
export function tooltipTexts(focused: HTMLElement): string[] {
  const row = focused.closest('th[scope="row"]')?.parentElement;
  if (row)
    return [...row.querySelectorAll<HTMLElement>('[data-tip]')].filter(isTruncated).map(withColumnHeader);
  const element = focused.closest<HTMLElement>('[data-tip]');
  return element ? [element.dataset['tip'] ?? ''] : [];
}

/** The text may be truncated in a child element, such as a link. */
function isTruncated(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || [...element.children].some(isTruncated);
}

function withColumnHeader(element: HTMLElement): string {
  const { tip = '' } = element.dataset;
  const cell = element.closest<HTMLTableCellElement>('td, th');
  const header = cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent;
  return header ? `${header}: ${tip}` : tip;
}
