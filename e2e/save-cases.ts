import type { Locator, Page } from '@playwright/test';
import type { Client } from './client.ts';
import { collectUnexpectedErrors, type Failure, failureAt, LOST_RESPONSE } from './fault-injection.ts';
import { expect, expectNotification, test } from './screen.ts';

/** A filled form or dialog that is not saved yet. */
export type FilledForm = {
  /** The form with the fields, which also shows a failure next to its save button. */
  readonly form: Locator;
  /** The save request, as a Playwright URL pattern. */
  readonly url: string;
  readonly save: () => Promise<void>;
  /** The filled fields with the values that they must keep. */
  readonly fields: readonly (readonly [field: Locator, value: string | RegExp])[];
  readonly notification: string;
  /** Reads the stored value through the API. */
  readonly readStored: () => Promise<unknown>;
  readonly stored: unknown;
  /** A text that the form additionally shows when the change was stored and only the response was lost. */
  readonly appears?: RegExp;
};

/** A test case that opens and fills a form or dialog. */
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

/**
 * Tests each case: saving fails once, the form shows the failure and keeps its fields, and a retry succeeds.
 */
export function testRetryAfterFailure(writes: readonly WriteCase[]): void {
  for (const [turn, { title, fillForm }] of writes.entries()) {
    test(`saving ${title} shows a failure, keeps the fields and succeeds on retry`, async ({
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

/** Tests the cases whose request may be repeated after its response was lost. */
export function testLostResponses(writes: readonly WriteCase[]): void {
  for (const { title, fillForm } of writes) {
    test(`saving ${title} again after a lost response stores it once`, async ({ page, colleague }) => {
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
