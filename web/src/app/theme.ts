import {
  type BadgeProps,
  type ButtonProps,
  createTheme,
  type InputClearButtonProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type MultiSelectProps,
  type SelectProps,
  type TooltipProps,
} from '@mantine/core';

const field: MantineColorsTuple = [
  '#eff7ec',
  '#dcefd6',
  '#bbdfb0',
  '#98cf88',
  '#7bc168',
  '#5ca947',
  '#468e35',
  '#3a7a2c',
  '#2f6524',
  '#234d1b',
];

const gray: MantineColorsTuple = [
  '#f7f8f6',
  '#f0f2ee',
  '#e4e7e1',
  '#d5d9d2',
  '#c3c8c0',
  '#a4aaa1',
  '#7b8279',
  '#4d544c',
  '#343a33',
  '#1f241f',
];

const dark: MantineColorsTuple = [
  '#d8dcd6',
  '#b9bfb7',
  '#9aa298',
  '#6f776f',
  '#464e47',
  '#394039',
  '#2d332e',
  '#222723',
  '#191d1a',
  '#131614',
];

export const theme = createTheme({
  primaryColor: 'field',
  primaryShade: { light: 7, dark: 7 },
  colors: { field, gray, dark },
  fontFamily:
    "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '26px' },
      h3: { fontSize: '15px', lineHeight: '22px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '36em', sm: '37.5625em', md: '64em', lg: '80em', xl: '96em' },
  // Plain values, because a component's extend() would pull the component into the sign-in page's bundle.
  components: {
    Button: { defaultProps: { size: 'sm' } satisfies Partial<ButtonProps> },
    // In an automatic table layout a badge would otherwise shrink to its first letters.
    Badge: {
      defaultProps: {
        variant: 'light',
        size: 'md',
        miw: 'max-content',
        tt: 'none',
        fw: 500,
      } satisfies Partial<BadgeProps>,
    },
    // The hint is below the input, like an error, so that fields in one row are aligned.
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      } satisfies Partial<InputWrapperProps>,
      styles: {
        error: { fontSize: '12px', lineHeight: 1.35 },
        description: { fontSize: '12px', lineHeight: 1.35 },
      },
    },
    // 24 px is the minimum that WCAG requires; at the size of the field the button would have 22 px.
    InputClearButton: { defaultProps: { size: '24' } satisfies Partial<InputClearButtonProps> },
    // Mantine's placeholder for the first focus is not an allowed child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Modal: {
      styles: { title: { fontSize: '16px', fontWeight: 600, lineHeight: 1.4 } },
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Zamknij okno' },
        radius: 'md',
      } satisfies Partial<ModalProps>,
    },
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    Select: {
      defaultProps: {
        selectFirstOptionOnChange: true,
        nothingFoundMessage: 'Brak wyników',
        comboboxProps: { keepMounted: false },
      } satisfies Partial<SelectProps>,
    },
    MultiSelect: {
      defaultProps: {
        nothingFoundMessage: 'Brak wyników',
        comboboxProps: { keepMounted: false },
      } satisfies Partial<MultiSelectProps>,
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 250,
        multiline: true,
        maw: 360,
        events: { hover: true, focus: true, touch: true },
      } satisfies Partial<TooltipProps>,
    },
  },
});
