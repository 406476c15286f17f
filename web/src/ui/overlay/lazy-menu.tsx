import { Menu, type MenuProps } from '@mantine/core';
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { findList, restoreFocus } from '../list-focus.ts';

type ButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children' | 'content' | 'onClick' | 'disabled'
> & {
  /** The content of the button, in addition to its CSS. */
  content?: ReactNode;
};

type Props = ButtonProps & {
  menu: Pick<MenuProps, 'position' | 'width'>;
  /** Renders the Menu.Dropdown when the menu is first opened. */
  children: () => ReactNode;
};

const MIDDLEWARES = { flip: true, shift: true, size: true };

/** A plain button that becomes a menu target at the first click, because a list has hundreds of them. */
export function LazyMenu({ menu, children, ...buttonProps }: Props) {
  const [isPressed, setPressed] = useState(false);
  if (!isPressed) return <MenuButton {...buttonProps} onPress={() => setPressed(true)} />;
  return (
    <OpenedMenu {...buttonProps} menu={menu}>
      {children}
    </OpenedMenu>
  );
}

/** The plain button before the first click. */
export function MenuButton({ content, onPress, ...buttonProps }: ButtonProps & { onPress: () => void }) {
  return (
    <button {...buttonProps} type="button" aria-haspopup="menu" aria-expanded={false} onClick={onPress}>
      {content}
    </button>
  );
}

type OpenedMenuProps = Props & {
  /** A selected option is being saved. The button keeps the focus, which a disabled one would lose. */
  isWaiting?: boolean;
};

/** The button with its menu, which opens at once. */
export function OpenedMenu({ menu, content, children, isWaiting = false, ...buttonProps }: OpenedMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the menu opens after the first render, so that it can return the focus to the button
  useLayoutEffect(() => setOpen(true), []);
  // saving the selected option may remove the row from its list
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const [list, page] = [findList(activeElement), activeElement?.closest('main')];
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
          {...buttonProps}
          ref={button}
          type="button"
          aria-disabled={isWaiting || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the focus of the plain button that it replaces
          autoFocus
        >
          {content}
        </button>
      </Menu.Target>
      {children()}
    </Menu>
  );
}
