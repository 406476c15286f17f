import { describe, expect, it } from 'vitest';
import { parameterRenaming, renamingConfirmation, renamingsOf } from './renaming.ts';

const usedIn = (count: number) => ({ count, first: [] });
const material = {
  name: 'Pszenica',
  qualityOptions: [
    { id: 1, title: 'Konsumpcyjna', parameterValues: [] },
    { id: 2, title: 'Paszowa', parameterValues: [] },
    { id: 3, title: 'Browarna', parameterValues: [] },
  ],
};
const usage = {
  id: 9,
  usedIn: usedIn(60),
  qualityOptions: [
    { id: 1, usedIn: usedIn(21) },
    { id: 2, usedIn: usedIn(1) },
  ],
  variants: [],
};
const qualities = (...titles: string[]) => titles.map((title, index) => ({ id: index + 1, title }));
const confirmationOf = (typed: Parameters<typeof renamingsOf>[1]) =>
  renamingConfirmation(renamingsOf(material, typed, usage));

describe('the confirmation of a renaming', () => {
  it('the confirmation states the old name, the new name and the number of affected contracts', () => {
    expect(
      confirmationOf({ name: 'Pszenica', qualities: qualities('Młynarska', 'Paszowa', 'Browarna') }),
    ).toMatchObject({
      title: 'Zmienić nazwę w kontraktach?',
      message:
        'Nazwa jakości „Konsumpcyjna” zmieni się na „Młynarska” w 21 kontraktach. Nową nazwę pokażą od razu także kontrakty podpisane i zamknięte oraz ich nowe wydruki.',
      confirmLabel: 'Zmień nazwę',
    });
  });

  it('several renamings have one confirmation', () => {
    const typed = { name: 'Pszenica ozima', qualities: qualities('Konsumpcyjna', 'Na pasze', 'Browarna') };
    expect(confirmationOf(typed)?.message).toMatch(
      /^Nazwa surowca „Pszenica” zmieni się na „Pszenica ozima” w 60 kontraktach\. Nazwa jakości „Paszowa” zmieni się na „Na pasze” w 1 kontrakcie\. Nowe nazwy pokażą/,
    );
  });

  it('renaming an unused quality and adding, removing or moving a quality need no confirmation', () => {
    expect(
      confirmationOf({ name: 'Pszenica', qualities: qualities('Konsumpcyjna', 'Paszowa', 'Słodowa') }),
    ).toBeNull();
    expect(
      confirmationOf({
        name: 'Pszenica',
        qualities: [{ title: 'Ekologiczna' }, ...qualities('Konsumpcyjna', 'Paszowa').toReversed()],
      }),
    ).toBeNull();
  });

  it('the confirmation states no number of contracts while the usage is unknown', () => {
    const typed = { name: 'Pszenica', qualities: qualities('Konsumpcyjna', 'Paszowa', 'Słodowa') };
    expect(renamingConfirmation(renamingsOf(material, typed, undefined))?.message).toMatch(
      /^Nazwa jakości „Browarna” zmieni się na „Słodowa” wszędzie, gdzie jest w użyciu\./,
    );
  });
});

describe('the confirmation of a changed parameter', () => {
  const moisture = { name: 'Wilgotność', unit: '%' };
  const messageOf = (typed: typeof moisture, of: typeof usage | undefined = usage) =>
    renamingConfirmation([parameterRenaming(moisture, typed, of)])?.message;

  it('the confirmation of a new name states the old and the new name', () => {
    expect(messageOf({ name: 'Woda', unit: '%' })).toBe(
      'Nazwa parametru „Wilgotność” zmieni się na „Woda” wszędzie, gdzie jest w użyciu. Nową nazwę pokażą od razu także kontrakty podpisane i zamknięte oraz ich nowe wydruki.',
    );
  });

  it('the confirmation of a new unit states the name with the old and with the new unit', () => {
    expect(messageOf({ name: 'Wilgotność', unit: 'promil' })).toMatch(
      /^Nazwa parametru z jednostką „Wilgotność \[%\]” zmieni się na „Wilgotność \[promil\]” /,
    );
  });

  it('no confirmation is needed without a new name or unit, or if no contract uses the raw material', () => {
    expect(messageOf(moisture)).toBeUndefined();
    expect(messageOf({ name: 'Woda', unit: '%' }, { ...usage, usedIn: usedIn(0) })).toBeUndefined();
  });
});
