import { ACCOUNTS, createClient, PASSWORD } from '../client.ts';
import { dayAsTyped, firstMaterial, uniqueMark } from '../records.ts';
import {
  choose,
  chooseRowAction,
  collectConsoleErrors,
  expect,
  expectFigures,
  expectNotification,
  expectPosition,
  readPosition,
  rowOf,
  searchAndChoose,
  signedInStorage,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import {
  chooseStatus,
  confirm,
  createContractor,
  fillTerms,
  invoiceAndPay,
  openContract,
  search,
  statusOf,
} from '../trading-steps.ts';

test.use({ account: null });
test.setTimeout(180_000);

test('a trade runs from two contractors to a settled and paid transport', async ({
  page,
  browser,
  address,
}) => {
  const mark = uniqueMark();
  const names = { supplier: `Gospodarstwo ${mark}`, recipient: `Młyn ${mark}` };
  const numbers = { purchase: `Z/${mark}`, sale: `S/${mark}` };
  const transport = `PO ${mark}`;
  const material = await firstMaterial(await createClient(address, 'trader'));
  const problems = collectConsoleErrors(page);
  const main = page.getByRole('main');

  // A colleague keeps both dashboards and the positions open and never reloads them.
  const colleague = await browser.newContext({ storageState: await signedInStorage(address, 'admin') });
  const positions = await colleague.newPage();
  const bought = await colleague.newPage();
  const sold = await colleague.newPage();
  await positions.goto('/positions');
  await expect(positions.getByRole('heading', { name: material.name, exact: true })).toBeVisible();
  const start = await readPosition(positions, material.name);

  await test.step('the trader signs in', async () => {
    await page.goto('/login/');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Zaloguj' }).click();
    await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
  });

  await test.step('the trader creates a supplier', async () => {
    await page.getByRole('link', { name: 'Dostawcy' }).click();
    await page.getByRole('link', { name: 'Dodaj dostawcę' }).click();
    await createContractor(main, names.supplier);
    await expectNotification(page, 'Dodano dostawcę');
    // The page of the new supplier is open after the save.
    await expect(page.getByRole('heading', { name: names.supplier, level: 1 })).toBeVisible();
  });

  await test.step('the trader creates a recipient', async () => {
    await page.getByRole('link', { name: 'Odbiorcy' }).click();
    await page.getByRole('link', { name: 'Dodaj odbiorcę' }).click();
    await createContractor(main, names.recipient);
    await expectNotification(page, 'Dodano odbiorcę');
  });

  await test.step('the trader buys 100 t', async () => {
    await page.getByRole('link', { name: 'Kontrakty zakupu' }).click();
    await page.getByRole('tab', { name: material.name, exact: true }).click();
    await page.getByRole('link', { name: 'Dodaj kontrakt' }).click();
    await searchAndChoose(main, 'Dostawca', names.supplier);
    await fillTerms(page, numbers.purchase, material.quality.title);
    await typeNumber(main.getByRole('textbox', { name: 'Ilość', exact: true }), '100');
    await typeNumber(main.getByRole('textbox', { name: 'Cena główna', exact: true }), '800');
    await typeDay(main, 'Termin odbioru od', dayAsTyped(-10));
    await typeDay(main, 'Termin odbioru do', dayAsTyped(60));
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await confirm(page, 'Dodać kontrakt zakupu?', 'Dodaj kontrakt');
    await expectNotification(page, 'Dodano kontrakt zakupu');
    await openContract(page, numbers.purchase);
    await bought.goto(page.url());
    await expectFigures(bought, {
      quantity: 100_000,
      realized: 0,
      allocated: 0,
      toAllocate: 100_000,
      remaining: 100_000,
      allowed: 100_000,
    });
    await expectPosition(positions, material.name, { ...start, purchase: start.purchase + 100_000 });
  });

  await test.step("the trader sells 80 t with a tolerance of 2 t at the seller's option", async () => {
    await page.getByRole('link', { name: 'Kontrakty sprzedaży' }).click();
    await page.getByRole('tab', { name: material.name, exact: true }).click();
    await page.getByRole('link', { name: 'Dodaj kontrakt' }).click();
    await searchAndChoose(main, 'Odbiorca', names.recipient);
    await fillTerms(page, numbers.sale, material.quality.title);
    await typeNumber(main.getByRole('textbox', { name: 'Ilość', exact: true }), '80');
    await main.getByRole('switch', { name: 'Tolerancja' }).click();
    await typeNumber(main.getByRole('textbox', { name: 'Wielkość tolerancji', exact: true }), '2');
    await choose(main, 'Jednostka tolerancji', 't');
    await choose(main, 'Tolerancja w opcji', 'w opcji sprzedającego');
    await typeNumber(main.getByRole('textbox', { name: 'Cena główna', exact: true }), '910');
    await typeDay(main, 'Termin dostawy od', dayAsTyped(-10));
    await typeDay(main, 'Termin dostawy do', dayAsTyped(60));
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await confirm(page, 'Dodać kontrakt sprzedaży?', 'Dodaj kontrakt');
    await expectNotification(page, 'Dodano kontrakt sprzedaży');
    await openContract(page, numbers.sale);
    await sold.goto(page.url());
    await expectFigures(sold, {
      quantity: 80_000,
      realized: 0,
      allocated: 0,
      toAllocate: 80_000,
      remaining: 80_000,
      allowed: 82_000,
    });
    await expect(sold.getByText('± 2,000 t w opcji sprzedającego')).toBeVisible();
    await expect(sold.getByText('78,000 t – 82,000 t')).toBeVisible();
    await expectPosition(positions, material.name, {
      purchase: start.purchase + 100_000,
      sales: start.sales + 80_000,
    });
  });

  await test.step('the trader allocates 80 t', async () => {
    await page.getByRole('link', { name: 'Alokuj', exact: true }).click();
    await search(page, numbers.purchase);
    await page.getByRole('button', { name: `Alokuj z kontraktu ${numbers.purchase}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
    await expect(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' })).toHaveValue('80,000');
    await typeNumber(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania', exact: true }), '80');
    await dialog.getByRole('button', { name: 'Alokuj' }).click();
    await expectNotification(page, 'Dodano alokację');
    await expectFigures(bought, {
      allocated: 80_000,
      toAllocate: 20_000,
      remaining: 100_000,
      allowed: 20_000,
    });
    await expectFigures(sold, { allocated: 80_000, toAllocate: 0, remaining: 80_000, allowed: 2_000 });
  });

  await test.step('the trader adds a transport of 25 t', async () => {
    await page.getByRole('link', { name: 'Pokaż realizację' }).click();
    await chooseRowAction(page, numbers.purchase, 'Dodaj transport');
    const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
    await typeNumber(dialog.getByRole('textbox', { name: 'Ilość', exact: true }), '25');
    await typeDay(dialog, 'Data rozładunku', dayAsTyped(1));
    await typeNumber(dialog.getByRole('textbox', { name: 'Fracht za tonę', exact: true }), '45');
    await type(dialog, 'Nr rejestracyjny', transport);
    await type(dialog, 'Nr naczepy', 'PO 54321');
    await type(dialog, 'Przewoźnik', 'Trans-Ziarno');
    await type(dialog, 'Kierowca', 'Jan Kowal');
    await type(dialog, 'Telefon kierowcy', '600 700 800');
    await dialog.getByRole('button', { name: 'Dodaj transport' }).click();
    await expectNotification(page, 'Dodano transport');
    const both = { realized: 25_000, allocated: 55_000, inDelivery: 25_000, transports: 1, delivered: 0 };
    await expectFigures(bought, { ...both, toAllocate: 20_000, remaining: 75_000, allowed: 20_000 });
    await expectFigures(sold, {
      ...both,
      uncertain: 25_000,
      toAllocate: 0,
      remaining: 55_000,
      allowed: 2_000,
    });
  });

  await test.step('the transport departs', async () => {
    await page.getByRole('tab', { name: 'Transport' }).click();
    await chooseStatus(page, transport, 'Nowy', 'W drodze');
    await confirm(page, 'Zmienić status na „W drodze”?', 'Zmień status');
    await expect(statusOf(page, transport, 'W drodze')).toBeVisible();
    await expectFigures(bought, { inDelivery: 25_000, transports: 1 });
    await expectFigures(sold, { inDelivery: 25_000, transports: 1, uncertain: 0, delivered: 0 });
    await expectPosition(positions, material.name, {
      purchase: start.purchase + 100_000,
      sales: start.sales + 80_000,
    });
  });

  // Invoices and payments must not change the quantities after the delivery.
  const atTheEnd = async () => {
    const both = {
      realized: 24_640,
      allocated: 55_360,
      inDelivery: 0,
      uncertain: 0,
      transports: 0,
      delivered: 24_640,
    };
    await expectFigures(bought, { ...both, toAllocate: 20_000, remaining: 75_360, allowed: 20_000 });
    await expectFigures(sold, { ...both, toAllocate: 0, remaining: 55_360, allowed: 2_000 });
    await expectPosition(positions, material.name, {
      purchase: start.purchase + 75_360,
      sales: start.sales + 55_360,
    });
  };

  await test.step('the transport is unloaded with 24.64 t', async () => {
    await chooseStatus(page, transport, 'W drodze', 'Dostarczony');
    const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportu' });
    await typeNumber(dialog.getByRole('textbox', { name: `Ilość rzeczywista, ${transport}` }), '24,64');
    await expect(dialog.getByText('O 0,360 t mniej niż w planie.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Oznacz jako dostarczony' }).click();
    await expect(statusOf(page, transport, 'Dostarczony')).toBeVisible();
    await atTheEnd();
  });

  await test.step('the transport is released for settlement', async () => {
    await chooseRowAction(page, transport, 'Przekaż do rozliczenia');
    const dialog = page.getByRole('dialog', { name: 'Przekazanie do rozliczenia' });
    await expect(dialog.getByRole('textbox', { name: `Ilość rzeczywista, ${transport}` })).toHaveValue(
      '24,640',
    );
    await dialog.getByRole('button', { name: 'Przekaż do rozliczenia' }).click();
    await expect(rowOf(page, transport).getByText('Do rozliczenia')).toBeVisible();
    await atTheEnd();
  });

  await test.step('the freight is paid', async () => {
    await chooseRowAction(page, transport, 'Rozlicz fracht');
    const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${transport}` });
    await expect(dialog.getByRole('textbox', { name: 'Fracht' })).toHaveValue(/^1\s108,80$/);
    await type(dialog, 'Nr faktury', `T/${mark}`);
    await typeDay(dialog, 'Data wystawienia', dayAsTyped(0));
    await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
    await dialog.getByRole('switch', { name: 'Oznacz jako opłacony' }).click();
    await dialog.getByRole('button', { name: 'Oznacz jako opłacony' }).click();
    await confirm(page, 'Oznaczyć transport jako opłacony?', 'Oznacz jako opłacony');
    await expect(rowOf(page, transport).getByText('Opłacony')).toBeVisible();
    await atTheEnd();
  });

  await test.step('the sale is split into two price options', async () => {
    await page.getByRole('tab', { name: 'Rozliczenia' }).click();
    await chooseRowAction(page, transport, 'Rozlicz');
    const dialog = page.getByRole('dialog', { name: `Rozliczenie sprzedaży, ${transport}` });
    // The contract has a discount table, so the dialog does not open in its manual mode.
    await dialog.getByRole('button', { name: 'Rozlicz ręcznie' }).click();
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    await typeNumber(field('Ilość rzeczywista').first(), '20');
    await typeNumber(field('Cena rzeczywista').first(), '910');
    await dialog.getByRole('button', { name: 'Dodaj opcję' }).click();
    await expect(field('Ilość rzeczywista').nth(1)).toHaveValue('4,640');
    await typeNumber(field('Cena rzeczywista').nth(1), '865');
    await expect(dialog.getByText('Rozdzielono całą wagę transportu.')).toBeVisible();
    await expect(dialog.getByText('Razem 22 213,60 zł')).toBeVisible();
    await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
    await expectNotification(page, 'Zapisano rozliczenie sprzedaży');
    await expect(rowOf(page, transport)).toContainText('22 213,60 zł');
    await atTheEnd();
  });

  await test.step('the sale is invoiced and marked as paid', async () => {
    await invoiceAndPay(page, 'Faktura sprzedaży', 'Rozlicz dostawę', transport, `FS/${mark}`);
    await expect(rowOf(page, transport)).toContainText('22 213,60 zł');
    await atTheEnd();
  });

  await test.step('the purchase is settled at 785 zł/t after a deduction', async () => {
    await rowOf(page, transport).getByRole('link', { name: numbers.purchase }).click();
    await expect(page.getByRole('heading', { name: numbers.purchase, level: 1 })).toBeVisible();
    await chooseRowAction(page, transport, 'Rozlicz');
    const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${transport}` });
    await dialog.getByRole('button', { name: 'Rozlicz ręcznie' }).click();
    await typeNumber(
      dialog.getByRole('textbox', { name: 'Cena rzeczywista po potrąceniach', exact: true }),
      '785',
    );
    await type(dialog, 'Potrącenia', 'Wilgotność 15,2 %: 15 zł/t');
    await expect(dialog.getByText('Kwota 19 342,40 zł')).toBeVisible();
    await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
    await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
    await expectNotification(page, 'Zapisano rozliczenie zakupu');
    await expect(rowOf(page, transport).getByText('Rozliczenie wysłane')).toBeVisible();
    await expect(rowOf(page, transport)).toContainText('19 342,40 zł');
    await expect(rowOf(page, transport)).toContainText('Wilgotność 15,2 %: 15 zł/t');
    await atTheEnd();
  });

  await test.step('the purchase is invoiced and marked as paid', async () => {
    await invoiceAndPay(page, 'Faktura zakupu', 'Zapisz', transport, `FZ/${mark}`);
    await expect(rowOf(page, transport)).toContainText('19 342,40 zł');
    await atTheEnd();
  });

  expect(problems).toEqual([]);
});
