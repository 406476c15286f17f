import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const DELAY_MS = 400;

type TooltipState = {
  readonly target: HTMLElement;
  readonly texts: readonly string[];
  readonly position: 'top' | 'top-start';
};

/**
 * One tooltip for all elements with `data-tip`, because a tooltip for each of a list's 700 cells would take
 * longer to render than the list. Cells are not focusable, so focusing the link of a row shows the texts of all
 * truncated cells of the row.
 */
export function SharedTooltip() {
  const [tip, setTip] = useState<TooltipState | null>(null);
  useEffect(() => {
    // Two timers, because a scroll cancels the pending tooltip of the pointer but not the pending tooltip of
    // the focus: focusing an element may itself scroll the page.
    let pointed: ReturnType<typeof setTimeout> | undefined;
    let focused: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(pointed);
      setTip(null);
    };
    const point = ({ target }: Event) => {
      clearTimeout(pointed);
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
      const text = element?.dataset['tip'];
      if (element === null || text === undefined) setTip(null);
      else pointed = setTimeout(() => setTip({ target: element, texts: [text], position: 'top' }), DELAY_MS);
    };
    const focus = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      focused = setTimeout(() => {
        const texts = tooltipTexts(target);
        if (texts.length > 0) setTip({ target, texts, position: 'top-start' });
      }, DELAY_MS);
    };
    const leave = () => {
      clearTimeout(focused);
      hide();
    };
    document.addEventListener('pointerover', point);
    document.addEventListener('scroll', hide, true);
    document.addEventListener('pointerleave', hide);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', leave);
    // every key hides the tooltip, because an element that is removed from the page fires no focusout
    document.addEventListener('keydown', leave, true);
    return () => {
      leave();
      document.removeEventListener('pointerover', point);
      document.removeEventListener('scroll', hide, true);
      document.removeEventListener('pointerleave', hide);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', leave);
      document.removeEventListener('keydown', leave, true);
    };
  }, []);
  if (tip === null) return null;
  const { target, texts, position } = tip;
  const label = texts.map((text) => <div key={text}>{text}</div>);
  return <Tooltip key={texts.join()} opened target={target} label={label} position={position} />;
}

/**
 * The tooltip texts of a focused element: its own text or, in a row header, the texts of all truncated cells of
 * the row.
 */
function tooltipTexts(focused: HTMLElement): string[] {
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
