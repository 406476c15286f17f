import type { Locator, Page } from '@playwright/test';
import type { Client } from './client.ts';
import { type Failure, failureFor, LOST_ANSWER, listenForMistakes } from './fire.ts';
import { expect, expectNotice, test } from './screen.ts';

/** Something typed in and not saved yet. */
export type Typed = {
  /** Where it was typed, and where it is told beside the button that saving failed. */
  readonly form: Locator;
  /** The calls that save it, as Playwright matches addresses. */
  readonly call: string;
  readonly save: () => Promise<void>;
  /** The fields that were typed in, each with what it must go on showing. */
  readonly kept: readonly (readonly [field: Locator, value: string | RegExp])[];
  readonly notice: string;
  /** What somebody else reads once it is saved. */
  readonly read: () => Promise<unknown>;
  readonly written: unknown;
  /** What the form comes to show beside what was typed, when it was saved and only the answer is missing. */
  readonly comes?: RegExp;
};

/** A dialog or form that writes, opened and filled in. */
export type Write = {
  readonly what: string;
  readonly begin: (page: Page, colleague: Client) => Promise<Typed>;
};

async function expectFailedTry(
  page: Page,
  { sentence, answer }: Failure,
  { call, save, form, kept }: Typed,
): Promise<void> {
  await page.route(call, answer, { times: 1 });
  await save();
  await expect(form.getByText(`Nie udało się zapisać. ${sentence}`)).toBeVisible();
  for (const [field, value] of kept) await expect(field).toHaveValue(value);
}

async function expectSaved(page: Page, { save, notice, read, written }: Typed): Promise<void> {
  await save();
  await expectNotice(page, notice);
  expect(await read()).toEqual(written);
}

/** A story for each: saving fails once, is told, loses nothing that was typed, and works when it is tried again. */
export function tellSecondTries(writes: readonly Write[]): void {
  for (const [turn, { what, begin }] of writes.entries()) {
    test(`${what} that fails is told, keeps what was typed, and is saved at the second try`, async ({
      page,
      colleague,
    }) => {
      const mistakes = listenForMistakes(page);
      const typed = await begin(page, colleague);
      await expectFailedTry(page, failureFor(turn), typed);
      await expectSaved(page, typed);
      expect(mistakes).toEqual([]);
    });
  }
}

/** The same for those that may be sent again when their answer got lost. */
export function loseResponses(writes: readonly Write[]): void {
  for (const { what, begin } of writes) {
    test(`${what} whose answer got lost is saved once`, async ({ page, colleague }) => {
      const mistakes = listenForMistakes(page);
      const follows = page.waitForResponse('**/api/events');
      const typed = await begin(page, colleague);
      await follows;
      await expectFailedTry(page, LOST_ANSWER, typed);
      if (typed.comes !== undefined) await expect(typed.form).toContainText(typed.comes);
      await expectSaved(page, typed);
      expect(mistakes).toEqual([]);
    });
  }
}
