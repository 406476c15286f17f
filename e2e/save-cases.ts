import type { Locator, Page } from '@playwright/test';
import type { Client } from './client.ts';
import { collectUnexpectedErrors, type Failure, failureAt, LOST_RESPONSE } from './fault-injection.ts';
import { expect, expectNotification, test } from './screen.ts';

/** Something typed in and not saved yet. */
export type FilledForm = {
  /** Where it was typed, and where it is told beside the button that saving failed. */
  readonly form: Locator;
  /** The calls that save it, as Playwright matches addresses. */
  readonly url: string;
  readonly save: () => Promise<void>;
  /** The fields that were typed in, each with what it must go on showing. */
  readonly fields: readonly (readonly [field: Locator, value: string | RegExp])[];
  readonly notification: string;
  /** What somebody else reads once it is saved. */
  readonly readStored: () => Promise<unknown>;
  readonly stored: unknown;
  /** What the form comes to show beside what was typed, when it was saved and only the answer is missing. */
  readonly appears?: RegExp;
};

/** A dialog or form that writes, opened and filled in. */
export type WriteCase = {
  readonly title: string;
  readonly fillForm: (page: Page, colleague: Client) => Promise<FilledForm>;
};

async function expectSaveFails(
  page: Page,
  { sentence, respond }: Failure,
  { url, save, form, fields }: FilledForm,
): Promise<void> {
  await page.route(url, respond, { times: 1 });
  await save();
  await expect(form.getByText(`Nie udało się zapisać. ${sentence}`)).toBeVisible();
  for (const [field, value] of fields) await expect(field).toHaveValue(value);
}

async function expectSaved(
  page: Page,
  { save, notification, readStored, stored }: FilledForm,
): Promise<void> {
  await save();
  await expectNotification(page, notification);
  expect(await readStored()).toEqual(stored);
}

/** A story for each: saving fails once, is told, loses nothing that was typed, and works when it is tried again. */
export function testRetryAfterFailure(writes: readonly WriteCase[]): void {
  for (const [turn, { title, fillForm }] of writes.entries()) {
    test(`${title} that fails is told, keeps what was typed, and is saved at the second try`, async ({
      page,
      colleague,
    }) => {
      const errors = collectUnexpectedErrors(page);
      const typed = await fillForm(page, colleague);
      await expectSaveFails(page, failureAt(turn), typed);
      await expectSaved(page, typed);
      expect(errors).toEqual([]);
    });
  }
}

/** The same for those that may be sent again when their answer got lost. */
export function testLostResponses(writes: readonly WriteCase[]): void {
  for (const { title, fillForm } of writes) {
    test(`${title} whose answer got lost is saved once`, async ({ page, colleague }) => {
      const errors = collectUnexpectedErrors(page);
      const follows = page.waitForResponse('**/api/events');
      const typed = await fillForm(page, colleague);
      await follows;
      await expectSaveFails(page, LOST_RESPONSE, typed);
      if (typed.appears !== undefined) await expect(typed.form).toContainText(typed.appears);
      await expectSaved(page, typed);
      expect(errors).toEqual([]);
    });
  }
}
