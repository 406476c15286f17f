import type { Page } from '@playwright/test';
import axe, { type ImpactValue, type Result } from 'axe-core';

/** The only rules that the dark scheme needs, because it changes only colours. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

export const SEVERE: readonly ImpactValue[] = ['serious', 'critical'];

type Check = {
  /** Selectors of the elements to check instead of the whole page. */
  readonly within?: readonly string[];
  /** The rules to check instead of all. */
  readonly rules?: readonly string[];
  /** Rules that are not checked. */
  readonly exceptRules?: readonly string[];
  /** The impacts to report instead of all. */
  readonly impacts?: readonly ImpactValue[];
};

/** Returns one line per element that violates a rule of axe. The page must not contain frames. */
export async function findViolations(
  page: Page,
  { within, rules, exceptRules, impacts }: Check = {},
): Promise<string[]> {
  for (const selector of within ?? []) await page.locator(selector).first().waitFor();
  // AxeBuilder injects 500 kB before each check, which doubles its time, so axe is injected once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Result[], [string[] | undefined, string[] | undefined, string[]]>(
    async ([include, only, except]) =>
      (
        await axe.run(include === undefined ? document : { include }, {
          iframes: false,
          preload: false,
          resultTypes: ['violations'],
          ...(only !== undefined && { runOnly: only }),
          // A rule of WCAG 2.2, which axe disables by default.
          rules: {
            'target-size': { enabled: true },
            ...Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
          },
        })
      ).violations,
    [within?.slice(), rules?.slice(), exceptRules?.slice() ?? []],
  );
  return violations
    .filter(({ impact }) => impacts === undefined || (impact && impacts.includes(impact)))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')}: ${html} ${any[0]?.message ?? ''}`),
    );
}
