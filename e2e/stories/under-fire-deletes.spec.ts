import type { Locator, Page } from '@playwright/test';
import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { createVariant, listRawMaterials, upsertParameter } from '@spichlerz/shared/wire/materials';
import { listTransports } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { CONNECTION_LOST, failureFor, LOST_ANSWER, listenForMistakes } from '../fire.ts';
import {
  makeAllocatedContracts,
  makeMaterial,
  makeTransport,
  plateOf,
  uniqueMark,
  uniqueNip,
} from '../records.ts';
import { chooseRowAction, expect, expectError, expectNotice, test } from '../screen.ts';

// who deletes raw materials
test.use({ account: 'admin' });

type Delete = {
  readonly what: string;
  readonly call: string;
  readonly question: RegExp;
  readonly notice: string;
  /** Asks whether it is to be deleted; answers how many of it others find. */
  readonly ask: (page: Page, colleague: Client) => Promise<() => Promise<number>>;
};

const DELETES: readonly Delete[] = [
  {
    what: 'a contract',
    call: '**/api/contract/delete-sales/*',
    question: /^Usunąć kontrakt/,
    notice: 'Usunięto kontrakt',
    ask: async (page, colleague) => {
      const { id, number } = (await makeAllocatedContracts(colleague)).sale;
      await colleague(changeAgreementStatus.sales, { body: { salesId: id, status: 'TO_SIGN' } });
      await page.goto(`/contract/sale-list/dashboard/${id}/details`);
      await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
      return async () => (await colleague(contracts.sales.list, { query: { search: number } })).list.length;
    },
  },
  {
    what: 'a truck',
    call: '**/api/contract/remove/*',
    question: /^Usunąć transport/,
    notice: 'Usunięto transport',
    ask: async (page, colleague) => {
      const plate = await plateOf(
        colleague,
        await makeTransport(colleague, await makeAllocatedContracts(colleague)),
      );
      await page.goto(`/logistics?search=${encodeURIComponent(plate)}`);
      await chooseRowAction(page, plate, 'Usuń');
      return async () => (await colleague(listTransports, { query: { search: plate } })).list.length;
    },
  },
  {
    what: 'a supplier',
    call: '**/api/contractor/supplier/delete/*',
    question: /^Usunąć dostawcę/,
    notice: 'Usunięto dostawcę',
    ask: async (page, colleague) => {
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
    what: 'a raw material',
    call: '**/api/cargo/delete/*',
    question: /^Usunąć surowiec/,
    notice: 'Usunięto surowiec',
    ask: async (page, colleague) => {
      const { name } = await makeMaterial(colleague);
      await page.goto(`/data/raw-material-list?search=${encodeURIComponent(name)}`);
      await chooseRowAction(page, name, 'Usuń');
      return async () => (await colleague(listRawMaterials, { body: { search: name } })).list.length;
    },
  },
  {
    what: 'a variant',
    call: '**/api/cargo/variant/*',
    question: /^Usunąć „Luzem”/,
    notice: 'Usunięto',
    ask: async (page, colleague) => {
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
    what: 'a parameter',
    call: '**/api/cargo/parameter/*',
    question: /^Usunąć „Gęstość”/,
    notice: 'Usunięto',
    ask: async (page, colleague) => {
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

for (const [turn, { what, call, question: title, notice, ask }] of DELETES.entries()) {
  test(`${what} that cannot be deleted is told and stays, and goes at the second try`, async ({
    page,
    colleague,
  }) => {
    const mistakes = listenForMistakes(page);
    const count = await ask(page, colleague);
    const question = page.getByRole('dialog', { name: title });
    const { sentence, answer } = failureFor(turn);
    await page.route(call, answer, { times: 1 });
    await confirmation(question).click();
    await expectError(page, sentence);
    expect(await count()).toBe(1);
    await confirmation(question).click();
    await expectNotice(page, notice);
    await expect(question).toBeHidden();
    expect(await count()).toBe(0);
    expect(mistakes).toEqual([]);
  });

  test(`${what} whose deletion was answered and never heard of is not missed at the second try`, async ({
    page,
    colleague,
  }) => {
    const mistakes = listenForMistakes(page);
    const count = await ask(page, colleague);
    const question = page.getByRole('dialog', { name: title });
    await page.route(call, LOST_ANSWER.answer, { times: 1 });
    await confirmation(question).click();
    await expectError(page, LOST_ANSWER.sentence);
    expect(await count()).toBe(0);
    await confirmation(question).click();
    await expectNotice(page, notice);
    await expect(question).toBeHidden();
    await expect(page).not.toHaveURL('/404');
    expect(mistakes).toEqual([]);
  });
}

test('a raw material that cannot be deleted for want of a connection is told so, and goes when it is back', async ({
  page,
  colleague,
}) => {
  const mistakes = listenForMistakes(page);
  const { name } = await makeMaterial(colleague);
  await page.goto(`/data/raw-material-list?search=${encodeURIComponent(name)}`);
  await chooseRowAction(page, name, 'Usuń');
  const question = page.getByRole('dialog', { name: `Usunąć surowiec ${name}?` });
  await page.route('**/api/**', CONNECTION_LOST.answer);
  await confirmation(question).click();
  await expectError(page, CONNECTION_LOST.sentence);
  await page.unroute('**/api/**');
  await confirmation(question).click();
  await expectNotice(page, 'Usunięto surowiec');
  expect(mistakes).toEqual([]);
});
