import { expect, test } from 'vitest';
import { makeSettlementRow } from '../../testing/rows.ts';
import { correctionWarning, keptFigures } from './settlement-texts.ts';

const readable = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ');

test('the warning about a sale that was settled again by rules names the amounts of the invoice and the settlement', () => {
  const lines = [{ parameterId: 5 }] as never;
  const again = makeSettlementRow({ lines, sentAmount: 6_825_000, amount: 6_700_000 });
  expect(readable(correctionWarning.sales(again))).toBe(
    'Do korekty: wystawiona faktura opiewa na 68 250 zł, a rozliczenie na 67 000 zł.',
  );
  const measured = makeSettlementRow({ lines, sentAmount: 6_825_000, amount: 6_825_000 });
  expect(correctionWarning.sales(measured)).toMatch(/obecne badania i wagi dają inną cenę/);
});

test('the text about moving a settlement that was made by rules names the kilograms that count after the move', () => {
  const row = makeSettlementRow({ realQuantityKg: 26_480 });
  expect(keptFigures(row)).toBe('Ilość i jakość zostaną bez zmian.');
  expect(keptFigures({ ...row, deductions: 'wilgotność −50 zł/t' })).toBe(
    'Ilość i jakość zostaną bez zmian. Potrącenia przepadną.',
  );
  expect(readable(keptFigures({ ...row, acceptedQuantity: 22_354 }))).toBe(
    'Jakość zostanie bez zmian. Potrącenia przepadną, a zamiast ilości rozliczeniowej 22,354 t liczyć się będzie 26,480 t.',
  );
});
