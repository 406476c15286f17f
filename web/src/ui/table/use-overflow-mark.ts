import { useEffect, useRef } from 'react';

/**
 * Marks the parent of a scroller with `data-before` or `data-after` while content is hidden beyond the start or
 * the end of the scroller. The parent shows a shadow there.
 */
export function useOverflowMark() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const scroller = ref.current;
    if (scroller === null) return undefined;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth, parentElement } = scroller;
      parentElement?.toggleAttribute('data-before', scrollLeft > 0);
      parentElement?.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(scroller);
    if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
    scroller.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', mark);
    };
  }, []);
  return ref;
}
