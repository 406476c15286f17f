import { Menu, type MenuProps } from '@mantine/core';
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'onClick'> & {
  menu: Pick<MenuProps, 'position' | 'width'>;
  /** What stands on the button, besides what its class draws. */
  face?: ReactNode;
  /** The Menu.Dropdown, made when it is first opened. */
  children: () => ReactNode;
};

const MIDDLEWARES = { flip: true, shift: true, size: true };

/** A plain button that becomes the target of a menu when it is first pressed: lists have hundreds of them. */
export function MenuOnDemand({ menu, face, children, ...look }: Props) {
  const [isWanted, want] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // drawn first and opened then, so that the menu knows the button as what held the focus before
  const open = () => {
    flushSync(() => want(true));
    setOpen(true);
  };

  if (!isWanted) {
    return (
      <button {...look} type="button" aria-haspopup="menu" aria-expanded={false} onClick={open}>
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
      disabled={look.disabled ?? false}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes over from the button that was pressed */}
        <button {...look} type="button" autoFocus>
          {face}
        </button>
      </Menu.Target>
      {children()}
    </Menu>
  );
}
