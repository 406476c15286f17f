import type { Locator, Page } from '@playwright/test';
import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createVariant, listRawMaterials, upsertParameter } from '@spichlerz/shared/wire/materials';
import { listTransports } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { CONNECTION_LOST, collectUnexpectedErrors, failureAt, LOST_RESPONSE } from '../fault-injection.ts';
import {
  makeAllocatedContracts,
  makeMaterial,
  makeTransport,
  registrationOf,
  uniqueMark,
  uniqueNip,
} from '../records.ts';
import { chooseRowAction, expect, expectError, expectNotification, test } from '../screen.ts';

// Only an administrator may delete raw materials.
test.use({ account: 'admin' });

type DeleteCase = {
  readonly title: string;
  readonly url: string;
  readonly confirmTitle: RegExp;
  readonly notification: string;
  /** Opens the confirmation. Returns a function that counts the stored records. */
  readonly requestDelete: (page: Page, colleague: Client) => Promise<() => Promise<number>>;
};

const DELETES: readonly DeleteCase[] = [
  {
    title: 'a contract',
    url: '**/api/contract/delete-sales/*',
    confirmTitle: /^Usunąć kontrakt/,
    notification: 'Usunięto kontrakt',
    requestDelete: async (page, colleague) => {
      const { id, number } = (await makeAllocatedContracts(colleague)).sale;
      await colleague(changeAgreementStatus.sales, { body: { salesId: id, status: 'TO_SIGN' } });
      await page.goto(`/contract/sale-list/dashboard/${id}/details`);
      await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
      return async () => (await colleague(contracts.sales.list, { query: { search: number } })).list.length;
    },
  },
  {
    title: 'a transport',
    url: '**/api/contract/remove/*',
    confirmTitle: /^Usunąć transport/,
    notification: 'Usunięto transport',
    requestDelete: async (page, colleague) => {
      const registration = await registrationOf(
        colleague,
        await makeTransport(colleague, await makeAllocatedContracts(colleague)),
      );
      await page.goto(`/logistics?search=${encodeURIComponent(registration)}`);
      await chooseRowAction(page, registration, 'Usuń');
      return async () => (await colleague(listTransports, { query: { search: registration } })).list.length;
    },
  },
  {
    title: 'a supplier',
    url: '**/api/contractor/supplier/delete/*',
    confirmTitle: /^Usunąć dostawcę/,
    notification: 'Usunięto dostawcę',
    requestDelete: async (page, colleague) => {
      const name = `Zbędny ${uniqueMark()}`;
      await colleague(contractors.purchase.create, {
        body: {
          accountingMethod: 'VAT',
          label: 'FIRMA',
          companyName: name,
          lastName: name,
          nip: uniqueNip(),
        },
      });
      await page.goto(`/data/supplier-list?search=${encodeURIComponent(name)}`);
      await chooseRowAction(page, name, 'Usuń');
      return async () => (await colleague(contractors.purchase.list, { body: { search: name } })).list.length;
    },
  },
  {
    title: 'a raw material',
    url: '**/api/cargo/delete/*',
    confirmTitle: /^Usunąć surowiec/,
    notification: 'Usunięto surowiec',
    requestDelete: async (page, colleague) => {
      const { name } = await makeMaterial(colleague);
      await page.goto(`/data/raw-material-list?search=${encodeURIComponent(name)}`);
      await chooseRowAction(page, name, 'Usuń');
      return async () => (await colleague(listRawMaterials, { body: { search: name } })).list.length;
    },
  },
  {
    title: 'a variant',
    url: '**/api/cargo/variant/*',
    confirmTitle: /^Usunąć „Luzem”/,
    notification: 'Usunięto',
    requestDelete: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await colleague(createVariant, { body: { rawMaterialId: id, name: 'Luzem' } });
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Edytuj: Luzem' }).click();
      await page.getByRole('button', { name: 'Usuń', exact: true }).click();
      return async () => {
        const { list } = await colleague(listRawMaterials, { body: { search: name } });
        return list.flatMap(({ variants }) => variants).length;
      };
    },
  },
  {
    title: 'a parameter',
    url: '**/api/cargo/parameter/*',
    confirmTitle: /^Usunąć „Gęstość”/,
    notification: 'Usunięto',
    requestDelete: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await colleague(upsertParameter, { body: { rawMaterialId: id, name: 'Gęstość', type: 'NUMBER' } });
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Edytuj: Gęstość' }).click();
      await page.getByRole('button', { name: 'Usuń', exact: true }).click();
      return async () => {
        const { list } = await colleague(listRawMaterials, { body: { search: name } });
        return list.flatMap(({ parameters }) => parameters).length;
      };
    },
  },
];

const confirmation = (question: Locator) => question.getByRole('button', { name: /^Usuń/ });

for (const [turn, { title, url, confirmTitle, notification, requestDelete }] of DELETES.entries()) {
  test(`deleting ${title} shows a failure, and succeeds again after a lost response`, async ({
    page,
    colleague,
  }) => {
    const errors = collectUnexpectedErrors(page);
    const count = await requestDelete(page, colleague);
    const question = page.getByRole('dialog', { name: confirmTitle });
    const { sentence, respond } = failureAt(turn);
    await page.route(url, respond, { times: 1 });
    await confirmation(question).click();
    await expectError(page, sentence);
    expect(await count()).toBe(1);
    await page.route(url, LOST_RESPONSE.respond, { times: 1 });
    await confirmation(question).click();
    await expectError(page, LOST_RESPONSE.sentence);
    expect(await count()).toBe(0);
    await confirmation(question).click();
    await expectNotification(page, notification);
    await expect(question).toBeHidden();
    await expect(page).not.toHaveURL('/404');
    expect(errors).toEqual([]);
  });
}

test('deleting a raw material without a connection shows an error, and succeeds after reconnecting', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { name } = await makeMaterial(colleague);
  await page.goto(`/data/raw-material-list?search=${encodeURIComponent(name)}`);
  await chooseRowAction(page, name, 'Usuń');
  const question = page.getByRole('dialog', { name: `Usunąć surowiec ${name}?` });
  await page.route('**/api/**', CONNECTION_LOST.respond);
  await confirmation(question).click();
  await expectError(page, CONNECTION_LOST.sentence);
  await page.unroute('**/api/**');
  await confirmation(question).click();
  await expectNotification(page, 'Usunięto surowiec');
  expect(errors).toEqual([]);
});
