import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  type MantineThemeColors,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/app/theme.ts';

/**
 * Fills `src/app/variables.css` with the variables of the theme at build time. The variables never change at
 * run time, but Mantine would compute them on each start and add a second style sheet. The colours of the shell
 * are also written into index.html, because the shell is painted before any other file has loaded.
 */
export function cssVariables(): Plugin {
  return {
    name: 'css-variables',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/variables\.css$/ },
      handler: () => themeVariables(),
    },
    transformIndexHtml: () => [{ tag: 'style', children: frameVariables(), injectTo: 'head' }],
  };
}

/** Mantine adds these variables in MantineProvider, so defaultCssVariablesResolver() does not return them. */
const COLOR_SCHEME_VARIABLES = {
  variables: {},
  light: { '--mantine-color-scheme': 'light' },
  dark: { '--mantine-color-scheme': 'dark' },
};

function themeVariables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const used = { ...whole, colors: usedColors(whole.colors) };
  const merged = deepMerge(
    deepMerge(defaultCssVariablesResolver(used), variableOverrides(used)),
    COLOR_SCHEME_VARIABLES,
  );
  return convertCssVariables(merged, ':root');
}

const FRAME_COLORS: ReadonlySet<string> = new Set(['--app-ground', '--app-surface', '--app-line']);

function frameVariables(): string {
  const { light, dark } = variableOverrides(mergeMantineTheme(DEFAULT_THEME, theme));
  return Object.entries({ light, dark })
    .map(([scheme, values]) => {
      const colors = Object.entries(values).filter(([name]) => FRAME_COLORS.has(name));
      return `[data-mantine-color-scheme=${scheme}]{${colors.map((color) => color.join(':')).join(';')}}`;
    })
    .join('');
}

const TINTS = ['field', 'blue', 'violet', 'orange', 'yellow', 'cyan', 'red', 'gray'] as const;

/** Drops the colours that no screen uses, because each colour adds 26 variables to every page. */
function usedColors(colors: MantineThemeColors): MantineThemeColors {
  const names: ReadonlySet<string> = new Set([...TINTS, 'dark']);
  return Object.fromEntries(Object.entries(colors).filter(([name]) => names.has(name))) as MantineThemeColors;
}

/**
 * The colours of the application (--app-…), and replacements for colours of Mantine. Mantine shows some texts
 * with too little contrast: dimmed, placeholder, disabled, light badges and red. Here these texts have a
 * contrast of at least 4.5 : 1. The borders of fields (--app-edge) have at least 3 : 1 with --app-ground,
 * --app-surface and --app-hover.
 */
const variableOverrides: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = {
    '--mantine-color-text': '#1f241f',
    '--mantine-color-dimmed': '#5a6159',
    '--mantine-color-placeholder': '#6a7168',
    '--mantine-color-error': '#c2261f',
    '--mantine-color-disabled': '#f0f2ee',
    '--mantine-color-disabled-color': '#575e56',
    '--mantine-color-anchor': '#2f6524',
    '--mantine-color-default-border': '#d5d9d2',
    '--app-ground': '#f6f7f4',
    '--app-surface': '#ffffff',
    '--app-line': '#e4e7e1',
    '--app-edge': '#899086',
    '--app-hover': '#f3f6f0',
    '--app-shade': 'rgb(0 0 0 / 16%)',
    '--app-long': '#2f6524',
    '--app-short': '#b3261e',
    '--app-warning': '#8a5300',
    '--app-free': '#d5d9d2',
    '--app-focus': '#468e35',
  };
  const dark: Record<string, string> = {
    '--mantine-color-text': '#d8dcd6',
    '--mantine-color-dimmed': '#a5ada3',
    '--mantine-color-placeholder': '#9aa298',
    '--mantine-color-error': '#ffada6',
    '--mantine-color-disabled': '#2d332e',
    '--mantine-color-disabled-color': '#a5ada3',
    '--mantine-color-anchor': '#98cf88',
    '--mantine-color-default-border': '#464e47',
    '--app-ground': '#191d1a',
    '--app-surface': '#222723',
    '--app-line': '#363d37',
    '--app-edge': '#767e75',
    '--app-hover': '#2a302b',
    '--app-shade': 'rgb(0 0 0 / 50%)',
    '--app-long': '#98cf88',
    '--app-short': '#ffada6',
    '--app-warning': '#f5c264',
    '--app-free': '#4a524b',
    '--app-focus': '#7bc168',
  };
  for (const tint of TINTS) {
    light[`--mantine-color-${tint}-light-color`] = theme.colors[tint]?.[9] ?? '';
    dark[`--mantine-color-${tint}-light-color`] = theme.colors[tint]?.[2] ?? '';
    dark[`--mantine-color-${tint}-light`] = `${theme.colors[tint]?.[5] ?? ''}38`;
    dark[`--mantine-color-${tint}-light-hover`] = `${theme.colors[tint]?.[5] ?? ''}4d`;
  }
  for (const scheme of [light, dark]) {
    scheme['--mantine-color-red-filled'] = theme.colors.red[9];
    scheme['--mantine-color-red-filled-hover'] = '#b02525';
  }
  light['--mantine-color-orange-light-color'] = '#8f3b00';
  light['--mantine-color-yellow-light-color'] = '#7a4a00';
  light['--mantine-color-gray-light-color'] = '#40463f';
  dark['--mantine-color-gray-light-color'] = '#d5d9d2';
  return { variables: {}, light, dark };
};
