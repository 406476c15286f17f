import type { z } from 'zod';

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

/** Polish sentence for a value a schema refuses. Schemas with a sentence of their own keep it. */
export function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isBlank(issue.input) ? 'Pole jest wymagane.' : 'Ta wartość ma nieprawidłowy format.';
    case 'invalid_value':
      return 'Wybierz pozycję z listy.';
    case 'invalid_format':
      return isBlank(issue.input) ? 'Pole nie może być puste.' : formatMessage(issue.format);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true, isBlank(issue.input));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    default:
      return 'Ta wartość jest nieprawidłowa.';
  }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function formatMessage(format: string): string {
  if (format === 'email') return 'Podaj prawidłowy adres e-mail.';
  if (format === 'date') return 'Podaj datę w formacie DD/MM/RRRR.';
  return 'Ta wartość ma nieprawidłowy format.';
}

function tooSmall(origin: string, minimum: number, inclusive: boolean, blank: boolean): string {
  if (origin === 'string')
    return blank || minimum === 1 ? 'Pole nie może być puste.' : `Wpisz co najmniej ${minimum} znaków.`;
  if (origin === 'array') return 'Wybierz co najmniej jedną pozycję.';
  return inclusive
    ? `Wartość nie może być mniejsza niż ${decimal(minimum)}.`
    : `Wartość musi być większa niż ${decimal(minimum)}.`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Wpisz najwyżej ${maximum} znaków.`;
  if (origin === 'array') return `Wybierz najwyżej ${maximum} pozycji.`;
  return inclusive
    ? `Wartość nie może być większa niż ${decimal(maximum)}.`
    : `Wartość musi być mniejsza niż ${decimal(maximum)}.`;
}

function decimal(value: number): string {
  return value.toLocaleString('pl-PL', { useGrouping: true });
}
