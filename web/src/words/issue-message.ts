import type { z } from 'zod';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

/** The Polish message of a zod issue. Schemas with their own message keep it. */
export function issueMessage(issue: Issue): string {
  const isBlank = issue.input === undefined || issue.input === null || issue.input === '';
  if (issue.code === 'invalid_type') return isBlank ? 'Pole jest wymagane.' : WRONG_FORMAT;
  if (issue.code === 'invalid_value') return 'Wybierz pozycję z listy.';
  if (issue.code === 'invalid_format') {
    return isBlank ? 'Pole nie może być puste.' : (FORMATS.get(issue.format) ?? WRONG_FORMAT);
  }
  if (issue.code === 'too_small') {
    return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true, isBlank);
  }
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
  return 'Ta wartość jest nieprawidłowa.';
}

const WRONG_FORMAT = 'Ta wartość ma nieprawidłowy format.';
const FORMATS = new Map([
  ['email', 'Podaj prawidłowy adres e-mail.'],
  ['date', 'Podaj istniejącą datę w formacie DD/MM/RRRR.'],
]);

function tooSmall(origin: string, minimum: number, inclusive: boolean, isBlank: boolean): string {
  if (origin === 'string') {
    return isBlank || minimum === 1 ? 'Pole nie może być puste.' : `Wpisz co najmniej ${minimum} znaków.`;
  }
  if (origin === 'array') return 'Wybierz co najmniej jedną pozycję.';
  const shown = minimum.toLocaleString('pl-PL');
  return inclusive ? `Wartość nie może być mniejsza niż ${shown}.` : `Wartość musi być większa niż ${shown}.`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Wpisz najwyżej ${maximum} znaków.`;
  if (origin === 'array') return `Wybierz najwyżej ${maximum} pozycji.`;
  const shown = maximum.toLocaleString('pl-PL');
  return inclusive ? `Wartość nie może być większa niż ${shown}.` : `Wartość musi być mniejsza niż ${shown}.`;
}
