import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { textsOf } from './tip-texts.ts';

const DELAY_MS = 400;

type Tip = {
  readonly target: HTMLElement;
  readonly texts: readonly string[];
  readonly position: 'top' | 'top-start';
};

/**
 * One tooltip for every element with `data-tip`. A tooltip of its own for each of the 700 cells of a list would cost
 * more than the list itself. The keyboard, which does not go to cells, gets those of a row together at its name.
 */
export function SharedTooltip() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    // going on with the keyboard scrolls, and what scrolls goes by under a pointer that lies still
    let pointed: ReturnType<typeof setTimeout> | undefined;
    let focused: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(pointed);
      setTip(null);
    };
    const point = ({ target }: Event) => {
      clearTimeout(pointed);
      const told = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
      const text = told?.dataset['tip'];
      if (told === null || text === undefined) setTip(null);
      else pointed = setTimeout(() => setTip({ target: told, texts: [text], position: 'top' }), DELAY_MS);
    };
    const focus = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      focused = setTimeout(() => {
        const texts = textsOf(target);
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
    // Escape, and whatever leads away: what is taken out of the page is not left by the focus
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
