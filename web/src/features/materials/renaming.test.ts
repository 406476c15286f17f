import { describe, expect, it } from 'vitest';
import { renamingQuestion, renamingsOf } from './renaming.ts';

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
const asked = (typed: Parameters<typeof renamingsOf>[1]) =>
  renamingQuestion(renamingsOf(material, typed, usage));

describe('the question before something is renamed', () => {
  it('tells both names and how many contracts show the new one', () => {
    expect(
      asked({ name: 'Pszenica', qualities: qualities('Młynarska', 'Paszowa', 'Browarna') }),
    ).toMatchObject({
      title: 'Zmienić nazwę w kontraktach?',
      message:
        'Nazwa jakości „Konsumpcyjna” zmieni się na „Młynarska” w 21 kontraktach. Nową nazwę pokażą od razu także kontrakty podpisane i zamknięte oraz ich nowe wydruki.',
      confirmLabel: 'Zmień nazwę',
    });
  });

  it('tells all of them together', () => {
    const typed = { name: 'Pszenica ozima', qualities: qualities('Konsumpcyjna', 'Na pasze', 'Browarna') };
    expect(asked(typed)?.message).toMatch(
      /^Nazwa surowca „Pszenica” zmieni się na „Pszenica ozima” w 60 kontraktach\. Nazwa jakości „Paszowa” zmieni się na „Na pasze” w 1 kontrakcie\. Nowe nazwy pokażą/,
    );
  });

  it('is not asked where no contract shows the name, nor where a quality comes, goes or moves', () => {
    expect(
      asked({ name: 'Pszenica', qualities: qualities('Konsumpcyjna', 'Paszowa', 'Słodowa') }),
    ).toBeNull();
    expect(
      asked({
        name: 'Pszenica',
        qualities: [{ title: 'Ekologiczna' }, ...qualities('Konsumpcyjna', 'Paszowa').toReversed()],
      }),
    ).toBeNull();
  });

  it('is asked without a number while it is not known who uses it', () => {
    const typed = { name: 'Pszenica', qualities: qualities('Konsumpcyjna', 'Paszowa', 'Słodowa') };
    expect(renamingQuestion(renamingsOf(material, typed, undefined))?.message).toMatch(
      /^Nazwa jakości „Browarna” zmieni się na „Słodowa” wszędzie, gdzie jest w użyciu\./,
    );
  });
});
