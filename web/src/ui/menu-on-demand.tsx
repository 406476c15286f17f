import { Menu, type MenuProps } from '@mantine/core';
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { goOnWithout, listBeside } from './list-beside.ts';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'onClick' | 'disabled'> & {
  /** What was chosen is being saved. The button keeps the focus meanwhile, which a disabled one would lose. */
  isWaiting?: boolean;
  menu: Pick<MenuProps, 'position' | 'width'>;
  /** What stands on the button, besides what its class draws. */
  face?: ReactNode;
  /** The Menu.Dropdown, made when it is first opened. */
  children: () => ReactNode;
};

const MIDDLEWARES = { flip: true, shift: true, size: true };

/** A plain button that becomes the target of a menu when it is first pressed: lists have hundreds of them. */
export function MenuOnDemand({ menu, face, children, isWaiting = false, ...look }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, want] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // what was chosen may take the row out of its list
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const [list, page] = [listBeside(activeElement), activeElement?.closest('main')];
      if (button.current && activeElement === button.current && list && page)
        goOnWithout(button.current, list, page);
    },
    [],
  );
  const drawn = { ...look, ref: button, type: 'button', 'aria-disabled': isWaiting || undefined } as const;
  // drawn first and opened then, so that the menu knows the button as what held the focus before
  const open = () => {
    flushSync(() => want(true));
    setOpen(true);
  };

  if (!isWanted) {
    return (
      <button {...drawn} aria-haspopup="menu" aria-expanded={false} onClick={open}>
        {face}
      </button>
    );
  }
  return (
    <Menu
      {...menu}
      shadow="md"
      // on a low screen the menu scrolls
      middlewares={MIDDLEWARES}
      disabled={isWaiting}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes over from the button that was pressed */}
        <button {...drawn} autoFocus>
          {face}
        </button>
      </Menu.Target>
      {children()}
    </Menu>
  );
}
