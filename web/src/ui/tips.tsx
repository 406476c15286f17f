import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const DELAY_MS = 400;

type Tip = { readonly target: HTMLElement; readonly text: string };

/**
 * One tooltip for every element with `data-tip`. A tooltip of its own for each of the 700 cells of a list would cost
 * more than the list itself.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const point = ({ target }: Event) => {
      clearTimeout(timer);
      const told = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
      const text = told?.dataset['tip'];
      if (told === null || text === undefined) setTip(null);
      else timer = setTimeout(() => setTip({ target: told, text }), DELAY_MS);
    };
    const leave = () => {
      clearTimeout(timer);
      setTip(null);
    };
    document.addEventListener('pointerover', point);
    document.addEventListener('scroll', leave, true);
    document.addEventListener('pointerleave', leave);
    return () => {
      leave();
      document.removeEventListener('pointerover', point);
      document.removeEventListener('scroll', leave, true);
      document.removeEventListener('pointerleave', leave);
    };
  }, []);
  return tip === null ? null : <Tooltip key={tip.text} opened target={tip.target} label={tip.text} />;
}
