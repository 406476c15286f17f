import type { Locator, Page } from '@playwright/test';
import { navigateInApp } from '../navigation.ts';
import { findDemoRecords } from '../records.ts';
import { expect, test, waitUntilStill } from '../screen.ts';

test('in forced colours a selected tab, a checked control, the save button and a focused field are recognizable', async ({
  page,
  colleague,
}) => {
  const { materialId } = await findDemoRecords(colleague);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/contract/purchase-list/${materialId}`);
  await waitUntilStill(page);
  const [chosen, other] = [true, false].map((selected) => page.getByRole('tab', { selected }).first());
  expect(await colourOf(chosen, 'background-color')).not.toBe(await colourOf(other, 'background-color'));
  await expectDifferentWhenChecked(page, page.getByRole('checkbox', { name: /^Zaznacz: / }).first());

  await navigateInApp(page, '/contract/purchase-list/form');
  const [save, cancel] = ['Zapisz', 'Anuluj'].map((name) => page.getByRole('button', { name }));
  expect(await colourOf(save, 'color')).not.toBe(await colourOf(cancel, 'color'));
  await expectDifferentWhenChecked(page, page.getByRole('switch', { name: 'CERT' }));
  const field = page.getByRole('textbox', { name: 'Nr kontraktu' });
  await field.focus();
  await expect(field).toHaveCSS('outline-style', 'solid');
});

const SCHEMES = ['light', 'dark'] as const;

test('controls and the focus ring of a list have enough contrast in both colour schemes', async ({
  page,
  colleague,
}) => {
  const { materialId } = await findDemoRecords(colleague);
  await page.goto(`/contract/purchase-list/${materialId}`);
  const cell = page.getByRole('row').nth(1).getByRole('rowheader');
  const link = cell.getByRole('link');
  const columns = page.getByRole('dialog', { name: 'Kolumny' });
  const box = columns.getByRole('checkbox', { name: 'FOR' });
  for (const colorScheme of SCHEMES) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await link.press('Shift');
      await waitUntilStill(page);
      const [ring, surface] = [
        await colourOf(link, 'outline-color'),
        await colourOf(cell, 'background-color'),
      ];
      expect(contrastOf(ring, surface)).toBeGreaterThanOrEqual(3);

      await expectBorderContrast(page.getByRole('row').nth(1).getByRole('checkbox'), cell);
      await expectBorderContrast(page.getByRole('searchbox'), page.locator('main'));
      await page.getByRole('button', { name: 'Kolumny' }).click();
      await box.uncheck();
      await waitUntilStill(page);
      await expectBorderContrast(box, columns);
      await box.check();
      await page.keyboard.press('Escape');
      await expect(columns).toBeHidden();
    });
  }
});

test('controls, the focus ring and a highlighted option of a form have enough contrast in both colour schemes', async ({
  page,
}) => {
  await page.goto('/contract/purchase-list/form');
  const section = page.locator('main form section').first();
  const supplier = page.getByRole('combobox', { name: 'Dostawca' });
  await expect(supplier).toBeFocused();
  for (const colorScheme of SCHEMES) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await waitUntilStill(page);
      await expectBorderContrast(page.getByRole('textbox', { name: 'Nr kontraktu' }), section);
      await expectBorderContrast(page.getByRole('textbox', { name: 'Uwagi' }), section);
      const panel = page.getByRole('region', { name: 'Podsumowanie' });
      expect(await colourOf(panel, 'border-top-color')).toBe(await colourOf(section, 'border-top-color'));
      const off = page.getByRole('switch', { name: 'CERT' }).locator('xpath=following-sibling::*').first();
      await expectBorderContrast(off, section, 'background-color');

      const ground = await colourOf(section, 'background-color');
      for (const [control, property] of [
        [page.getByRole('button', { name: 'Dodaj kontakt' }), 'outline-color'],
        [page.getByRole('textbox', { name: 'Nr kontraktu' }), 'border-top-color'],
      ] as const) {
        await control.press('Shift');
        await expect(control).toBeFocused();
        await waitUntilStill(page);
        expect(contrastOf(await colourOf(control, property), ground)).toBeGreaterThanOrEqual(3);
      }

      await supplier.press('ArrowDown');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      const marked = page.locator('[role="option"][data-combobox-selected]');
      await expect(marked).toBeVisible();
      await waitUntilStill(page);
      const highlight = await colourOf(marked, 'background-color');
      for (const text of await marked.locator('p').all())
        expect(contrastOf(await colourOf(text, 'color'), highlight)).toBeGreaterThanOrEqual(4.5);
      await expect(marked.locator('p')).toHaveCount(2);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('option')).toHaveCount(0);
    });
  }
});

/** Expects a checkbox or switch to look different when it is checked and when it is not. */
async function expectDifferentWhenChecked(page: Page, control: Locator): Promise<void> {
  const look = async () => {
    await control.blur();
    await page.mouse.move(0, 0);
    await waitUntilStill(page);
    return control.locator('xpath=..').screenshot();
  };
  await control.uncheck();
  const off = await look();
  await control.check();
  expect(off.equals(await look())).toBe(false);
}

async function expectBorderContrast(
  control: Locator,
  ground: Locator,
  property = 'border-top-color',
): Promise<void> {
  const [edge, around] = [await colourOf(control, property), await colourOf(ground, 'background-color')];
  expect(contrastOf(edge, around)).toBeGreaterThanOrEqual(3);
}

async function colourOf(element: Locator | undefined, property: string): Promise<string> {
  return (
    (await element?.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)) ?? ''
  );
}

/** The contrast ratio as defined by WCAG. */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
