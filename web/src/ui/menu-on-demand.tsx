import { Menu, type MenuProps } from '@mantine/core';
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { listBeside, restoreFocus } from './list-beside.ts';

type Look = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'onClick' | 'disabled'> & {
  /** What stands on the button, besides what its class draws. */
  face?: ReactNode;
};

type Props = Look & {
  menu: Pick<MenuProps, 'position' | 'width'>;
  /** The Menu.Dropdown, made when it is first opened. */
  children: () => ReactNode;
};

const MIDDLEWARES = { flip: true, shift: true, size: true };

/** A plain button that becomes the target of a menu when it is first pressed: lists have hundreds of them. */
export function LazyMenu({ menu, children, ...look }: Props) {
  const [isPressed, press] = useState(false);
  if (!isPressed) return <MenuButton {...look} onPress={() => press(true)} />;
  return (
    <PressedMenu {...look} menu={menu}>
      {children}
    </PressedMenu>
  );
}

/** What it is until then. */
export function MenuButton({ face, onPress, ...look }: Look & { onPress: () => void }) {
  return (
    <button {...look} type="button" aria-haspopup="menu" aria-expanded={false} onClick={onPress}>
      {face}
    </button>
  );
}

type PressedProps = Props & {
  /** What was chosen is being saved. The button keeps the focus meanwhile, which a disabled one would lose. */
  isWaiting?: boolean;
};

/** What it is from then on: a button with its menu, which opens at once. */
export function PressedMenu({ menu, face, children, isWaiting = false, ...look }: PressedProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- drawn first and opened then, so that the menu knows the button as what held the focus before
  useLayoutEffect(() => setOpen(true), []);
  // what was chosen may take the row out of its list
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const [list, page] = [listBeside(activeElement), activeElement?.closest('main')];
      if (button.current && activeElement === button.current && list && page)
        restoreFocus(button.current, list, page);
    },
    [],
  );
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
        <button
          {...look}
          ref={button}
          type="button"
          aria-disabled={isWaiting || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes over from the button that was pressed
          autoFocus
        >
          {face}
        </button>
      </Menu.Target>
      {children()}
    </Menu>
  );
}
