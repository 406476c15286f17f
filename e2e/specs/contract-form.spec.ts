import { contracts } from '@spichlerz/shared/wire/contracts';
import { navigateInApp } from '../navigation.ts';
import {
  changeUnloadedWeight,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeTransport,
  uniqueMark,
} from '../records.ts';
import {
  choose,
  chooseRowAction,
  expect,
  expectNotification,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm, search } from '../trading-steps.ts';

test('cancelling a new contract returns to the filtered list; a contract can be copied from the list and from its dashboard', async ({
  page,
  colleague,
}) => {
  const { purchase, sale, material } = await makeAllocatedContracts(colleague);
  const main = page.getByRole('main');
  const mark = uniqueMark();
  const left = `/contract/purchase-list/${material.id}?contractStatus=ACTIVE&sort=price.asc`;
  await page.goto(left);

  await test.step('cancelling a new contract returns to the list with its filters and order', async () => {
    await page.getByRole('link', { name: 'Dodaj kontrakt' }).click();
    await page.getByRole('button', { name: 'Anuluj' }).click();
    await expect(page).toHaveURL(left);
  });

  await test.step('the form of a copied contract asks the user to check the dates and saves the copy as a new contract', async () => {
    const number = `Z/${mark}`;
    await search(page, purchase.number);
    await chooseRowAction(page, purchase.number, 'Kopiuj');
    await expect(page.getByRole('alert').filter({ hasText: purchase.number })).toContainText(
      `Sprawdź termin odbioru: ${dayAsTyped(-10)} – ${dayAsTyped(60)}`,
    );
    await expect(main.getByRole('combobox', { name: 'Status kontraktu' })).toHaveValue('Nowy');
    await expect(main.getByRole('combobox', { name: 'Status umowy' })).toHaveValue('Brak');
    await expect(main.getByRole('textbox', { name: 'Nr kontraktu' })).toHaveValue(/^Z\/\d{4}\/\d{4,}$/);
    await type(main, 'Nr kontraktu', number);
    await typeDay(main, 'Termin odbioru do', dayAsTyped(90));
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await confirm(page, 'Dodać kontrakt zakupu?', 'Dodaj kontrakt');
    const notification = page.getByRole('status').filter({ hasText: number });
    await expect(page.getByRole('table', { name: 'Kontrakty zakupu' })).toBeVisible();
    await notification.getByRole('button', { name: 'Otwórz kontrakt' }).press('Enter');
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible();
    await expect(notification).toBeHidden();
    const tab = page.getByRole('region', { name: 'Realizacja' });
    await expect(tab.getByText(`${dayAsTyped(-10)} – ${dayAsTyped(90)}`)).toBeVisible();
    await expect(tab.getByText('Ten zakup nie jest jeszcze zaalokowany')).toBeVisible();
  });

  await test.step('the copy link in the dashboard of a sale opens the form of a new sale with the same quantity', async () => {
    await navigateInApp(page, `/contract/sale-list/dashboard/${sale.id}/realization`);
    await page.getByRole('link', { name: 'Kopiuj' }).click();
    await expect(page.getByRole('heading', { name: 'Nowy kontrakt sprzedaży', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/contract\/sale-list\/form\?copy=\d+$/);
    await expect(main.getByRole('textbox', { name: 'Ilość', exact: true })).toHaveValue('80,000');
  });
});

test('the details show why a contract cannot be deleted; the audit log lists the changes of the contract and its transports', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { id, number } = allocated.purchase;
  await page.goto(`/contract/purchase-list/dashboard/${id}/details`);
  const main = page.getByRole('main');

  await test.step('a county is found by its name; the delete button is disabled because of the signed agreement, and later because of the transport', async () => {
    const remove = main.getByRole('button', { name: 'Usuń kontrakt' });
    const reason = page.getByRole('tooltip');
    await remove.hover();
    await expect(reason).toHaveText('Umowa jest podpisana, więc kontraktu nie można usunąć.');
    await choose(main, 'Status umowy', 'Do podpisu');
    await typeNumber(main.getByRole('textbox', { name: 'Cena główna', exact: true }), '812,50');
    await main.getByRole('button', { name: 'Dodaj kontakt' }).click();
    await type(main, 'Kontakt 1', 'Jan Nowak, 600 100 200');
    // Forces the click, because the drawn switch covers the input.
    await main.getByRole('switch', { name: 'CERT' }).check({ force: true });
    await main.getByRole('combobox', { name: 'Powiat' }).fill('POWIAT lecz lodz');
    await page.getByRole('option', { name: 'powiat łęczycki (łódzkie)' }).click();
    await expect(main.getByRole('combobox', { name: 'Powiat' })).toHaveValue('powiat łęczycki (łódzkie)');
    await main.getByRole('button', { name: 'Zapisz' }).click();
    await confirm(page, `Zapisać zmiany w kontrakcie ${number}?`, 'Zapisz');
    await expectNotification(page, 'Zapisano kontrakt');
    await makeTransport(colleague, allocated);
    await expect(remove).toBeDisabled();
    await remove.hover();
    await expect(reason).toContainText('transport');
  });

  await test.step('the audit log shows the changes of the contract and of its transports', async () => {
    await page.getByRole('tab', { name: 'Historia' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/${id}/history$`));
    const entries = page.getByRole('list', { name: 'Historia zmian' }).getByRole('listitem');
    const entry = (title: string | RegExp) => entries.filter({ hasText: title });
    await expect(entry('Zmieniono dane kontraktu')).toContainText('Michał Ratajczyk');
    await expect(entry('Zmieniono dane kontraktu')).toContainText('812,50');
    await expect(entry('Zmieniono dane kontraktu')).toContainText('Jan Nowak, 600 100 200');
    await expect(entry('Dodano transport: PO')).toContainText(allocated.sale.number);
    await expect(entry('Dodano alokację')).toContainText(/25,000\st/);
    await expect(entry('Dodano kontrakt')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('comments keep their line breaks, a long contract number or link does not widen the page, and the buttons of the form are on one line', async ({
    page,
    colleague,
  }) => {
    const { purchase } = await makeAllocatedContracts(colleague);
    const dashboard = `/contract/purchase-list/dashboard/${purchase.id}`;
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    const number = `ZBO/KUPNO/2026/11/PSZENICA/KONSUMPCYJNA/${uniqueMark()}`;
    const remarks = `Brama od podwórza\nhttps://mapa.test/${'wielkopolskie'.repeat(9)}`;

    await page.goto(`${dashboard}/details`);
    await test.step('on the narrowest phone the delete button and the save button are on one line', async () => {
      await page.setViewportSize({ width: 320, height: 700 });
      const tops = [];
      for (const name of ['Usuń kontrakt', 'Anuluj', 'Zapisz']) {
        const button = page.getByRole('main').getByRole('button', { name, exact: true });
        await expect(button).toBeInViewport({ ratio: 1 });
        tops.push((await button.boundingBox())?.y);
      }
      expect(new Set(tops).size).toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
    });

    await type(page.getByRole('main'), 'Uwagi', remarks);
    await type(page.getByRole('main'), 'Nr kontraktu', number);
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await confirm(page, `Zapisać zmiany w kontrakcie ${purchase.number}?`, 'Zapisz');
    await expectNotification(page, 'Zapisano kontrakt');
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible();

    const crumb = page.getByRole('navigation', { name: 'Ścieżka' }).getByText(number);
    const lines = await crumb.evaluate(({ firstChild }) => {
      const range = document.createRange();
      range.selectNodeContents(firstChild ?? document);
      return [...range.getClientRects()].map(({ top, bottom }) => ({ top, bottom }));
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]?.top).toBeGreaterThanOrEqual(lines[0]?.bottom ?? Number.POSITIVE_INFINITY);

    for (const tab of ['Realizacja', 'Historia']) {
      await page.getByRole('tab', { name: tab }).click();
      const written = page.getByRole('definition').filter({ hasText: 'Brama od podwórza' });
      await expect.poll(() => written.innerText()).toContain(remarks);
      expect(await width()).toBe(390);
    }

    await page.getByRole('tab', { name: 'Szczegóły' }).click();
    await type(page.getByRole('main'), 'Uwagi', 'Brama od ulicy');
    await page.getByRole('button', { name: 'Zapisz' }).click();
    const confirmation = page.getByRole('dialog', { name: `Zapisać zmiany w kontrakcie ${number}?` });
    await expect(confirmation).toBeVisible();
    expect(await confirmation.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test("a save that would overwrite a colleague's change first shows both values in a dialog", async ({
  page,
  colleague,
}) => {
  const { sale, recipientId, material } = await makeAllocatedContracts(colleague);
  const title = `Zapisać zmiany w kontrakcie ${sale.number}?`;
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/details`);
  const mine = page.getByRole('main');
  const price = mine.getByRole('textbox', { name: 'Cena główna', exact: true });
  await typeNumber(price, '915');
  await type(mine, 'Uwagi', 'Rozładunek do południa');
  const record = await colleague(contracts.sales.dashboard, { params: { id: sale.id } });
  await colleague(contracts.sales.change, {
    params: { id: sale.id },
    body: {
      documentNumber: sale.number,
      userId: record.userId,
      status: 'ACTIVE',
      agreementStatus: 'SIGNED',
      salesRecipientId: recipientId,
      rawMaterialId: material.id,
      quantityKg: 80_000,
      dateOfReceiptFrom: dayFromToday(-10),
      dateOfReceiptTo: dayFromToday(60),
      mainCargoOption: { price: 92_000, rawMaterialQualityId: material.quality.id },
      version: record.version,
    },
  });

  await expect(page.getByText('Te dane zmieniono, gdy je edytujesz.')).toBeVisible();
  await expect(price).toHaveValue('915,00');
  const save = page.getByRole('button', { name: 'Zapisz' });
  await save.press('Enter');
  await confirm(page, title, 'Zapisz');
  const conflict = page.getByRole('dialog', { name: 'Ktoś zmienił ten rekord w międzyczasie' });
  await expect(conflict).toContainText('915,00');
  await expect(conflict).toContainText('920,00');
  await conflict.getByRole('button', { name: 'Wróć do formularza' }).press('Enter');
  await expect(save).toBeFocused();
  await save.press('Enter');
  await confirm(page, title, 'Zapisz');
  await conflict.getByRole('button', { name: 'Zapisz połączone zmiany' }).click();
  await expectNotification(page, 'Zapisano kontrakt');
  const saved = await colleague(contracts.sales.dashboard, { params: { id: sale.id } });
  expect(saved).toMatchObject({ comments: 'Rozładunek do południa', mainCargoOption: { price: 91_500 } });
});

test('a delivered sale suggests its next status; a purchase with deliveries has a locked currency and cannot be cancelled', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, allocated, 'DELIVERED', 80_000);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);

  await test.step('a fully delivered sale suggests the status "Do rozliczenia"', async () => {
    await expect(page.getByText('Dostarczono ilość mieszczącą się w tolerancji')).toBeVisible();
    await changeUnloadedWeight(colleague, transportId, 80_160);
    const surplus =
      /^Dostarczono o 0,160\st więcej niż ilość dopuszczalna z tolerancją .+ Sprawdź dostarczoną ilość/;
    await expect(page.getByText(surplus)).toBeVisible();
    await page.getByRole('button', { name: 'Oznacz jako „Do rozliczenia”' }).click();
    await expectNotification(page, `Status kontraktu ${allocated.sale.number}: Do rozliczenia.`);
    await expect(page.getByRole('button', { name: 'Zmień status kontraktu: Do rozliczenia' })).toBeVisible();
    await expect(page.getByText('Kontrakt można już rozliczać.')).toBeHidden();
  });

  await navigateInApp(page, `/contract/purchase-list/dashboard/${allocated.purchase.id}/details`);
  const main = page.getByRole('main');

  await test.step('a purchase with deliveries cannot be cancelled', async () => {
    const reason = 'Część towaru już dostarczono, więc kontrakt można tylko zamknąć.';
    await page.getByRole('button', { name: /^Zmień status kontraktu/ }).click();
    const cancelled = page.getByRole('menuitem', { name: 'Anulowany' });
    await expect(cancelled).toBeDisabled();
    await cancelled.hover();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
    await page.keyboard.press('Escape');

    await main.getByRole('combobox', { name: 'Status kontraktu' }).click();
    await expect(page.getByRole('option', { name: `Anulowany. ${reason}` })).toBeDisabled();
    await expect(page.getByRole('option', { name: 'Zamknięty', exact: true })).toBeEnabled();
    await page.keyboard.press('Escape');
  });

  await test.step('the quantity of a purchase cannot be less than its allocated and delivered quantity, and its currency is locked', async () => {
    const quantity = main.getByRole('textbox', { name: 'Ilość', exact: true });
    await typeNumber(quantity, '80');
    await expect(
      main.getByText(
        'Zaalokowano i zrealizowano już 80,160 t. Zwiększ ilość albo tolerancję w opcji kupującego.',
      ),
    ).toBeVisible();
    await typeNumber(quantity, '80,16');
    await expect(main.getByText('Zaalokowano i zrealizowano już')).toBeHidden();
    const currency = main.getByRole('combobox', { name: 'Waluta' });
    await expect(currency).toBeDisabled();
    await expect(currency).toHaveAccessibleDescription('Kontrakt ma dostawy, więc waluty nie można zmienić.');
  });
});

test('the form of a new contract splits pasted e-mail addresses, converts the tolerance and warns about a low price', async ({
  page,
}) => {
  await page.goto('/contract/purchase-list/form');
  const main = page.getByRole('main');

  await test.step('the calendar for the last day of a range opens at the month of the first day', async () => {
    await typeDay(main, 'Termin odbioru od', '15/01/2031');
    await expect(main.getByRole('textbox', { name: 'Termin odbioru do' })).toBeFocused();
    // The calendar of the previous field is still visible during its exit animation.
    const nextMonth = page.getByRole('button', { name: 'Następny miesiąc' });
    await expect(nextMonth).toHaveCount(1);
    await nextMonth.click();
    await page.getByRole('button', { name: '16 lutego 2031' }).click();
    await expect(main.getByRole('textbox', { name: 'Termin odbioru do' })).toHaveValue('16/02/2031');
  });

  await test.step('e-mail addresses pasted from a spreadsheet are split; an invalid address stays marked until the user removes it', async () => {
    const emails = main.getByRole('combobox', { name: 'Adresy e-mail' });
    const copied = 'ola@firma.test\r\njan@firma.test\tewa@firma.test';
    await emails.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, copied);
    for (const address of ['ola', 'jan', 'ewa']) {
      await expect(main.getByText(`${address}@firma.test`, { exact: true })).toBeVisible();
    }
    await emails.fill('ola.firma.test');
    await emails.press('Tab');
    const error = main.getByText('Popraw albo usuń nieprawidłowe adresy e-mail: ola.firma.test.');
    await expect(error).toBeVisible();
    await emails.press('Backspace');
    await expect(error).toBeHidden();
    await expect(emails).toBeFocused();
  });

  await test.step('a tolerance in tonnes is converted to percent', async () => {
    const size = main.getByRole('textbox', { name: 'Wielkość tolerancji' });
    await typeNumber(main.getByRole('textbox', { name: 'Ilość', exact: true }), '100');
    await main.getByRole('switch', { name: 'Tolerancja' }).click();
    await typeNumber(size, '5,125');
    await expect(main.getByText(/: 94,875\st – 105,125\st$/)).toBeVisible();

    await choose(main, 'Jednostka tolerancji', '%');
    await expect(size).toHaveValue('5,13');
    await expect(main.getByText(/: 94,870\st – 105,130\st$/)).toBeVisible();
  });

  await test.step('a price below the minimum price shows a warning', async () => {
    const price = main.getByRole('textbox', { name: 'Cena główna', exact: true });
    await typeNumber(main.getByRole('textbox', { name: 'Cena minimalna', exact: true }), '800');
    await typeNumber(price, '790,50');
    const warning = page.getByRole('alert').filter({ hasText: 'niższa od ceny minimalnej' });
    await expect(warning).toContainText(/o 9,50\szł\/t/);
    await typeNumber(price, '801');
    await expect(warning).toBeHidden();

    await page.getByRole('link', { name: 'Pozycje' }).click();
    const leave = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await expect(leave).toBeVisible();
  });
});
