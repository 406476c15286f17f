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
 * Tests each case: saving fails once, the form shows the failure and keeps its fields, the response of the retry is
 * lost, and the next one stores nothing twice.
 */
export function testSaveFailures(writes: readonly WriteCase[]): void {
  for (const [turn, { title, fillForm }] of writes.entries()) {
    test(`saving ${title} shows a failure, keeps the fields and stores it once after a lost response`, async ({
      page,
      colleague,
    }) => {
      const errors = collectUnexpectedErrors(page);
      // Live changes must be on: they show what a save with a lost response has stored.
      const streamOpened = page.waitForResponse('**/api/events');
      const typed = await fillForm(page, colleague);
      await streamOpened;
      await expectSaveFails(page, failureAt(turn), typed);
      await expectSaveFails(page, LOST_RESPONSE, typed);
      await expectSaved(page, typed);
      expect(errors).toEqual([]);
    });
  }
}
