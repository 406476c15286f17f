import { expect, test } from 'vitest';
import { dueDateWarning, proposedDueDate } from './due-date.ts';

const TERM = { dueDate: null, deliveryDate: '2026-11-26', paymentDays: 14 };

test('a payment term starts on the issue date, or on the delivery date while no issue date is typed', () => {
  expect(proposedDueDate('2026-11-28', [TERM])).toBe('2026-12-12');
  for (const untyped of ['', '28/1']) expect(proposedDueDate(untyped, [TERM])).toBe('2026-12-10');
});

test('the latest due date of the transports is proposed; a stored due date has precedence', () => {
  const later = { ...TERM, paymentDays: 30 };
  expect(proposedDueDate('2026-11-28', [later, TERM])).toBe('2026-12-28');
  expect(proposedDueDate('2026-11-28', [{ ...later, dueDate: '2026-12-01' }])).toBe('2026-12-01');
});

test('no due date is proposed without a payment term', () => {
  expect(proposedDueDate('2026-11-28', [{ ...TERM, paymentDays: null }])).toBe('');
  expect(proposedDueDate('', [])).toBe('');
});

test('a due date before the issue date has a warning when both dates are complete', () => {
  expect(dueDateWarning('2026-10-20', '2026-10-19')).toMatch(
    /^Termin płatności 19\/10\/2026 jest wcześniejszy/,
  );
  for (const dueDate of ['2026-10-20', '2026-10-21', '', '19/10']) {
    expect(dueDateWarning('2026-10-20', dueDate)).toBeNull();
  }
  expect(dueDateWarning('', '2026-10-19')).toBeNull();
});
