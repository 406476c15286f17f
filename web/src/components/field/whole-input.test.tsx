import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { NUMBER_TEXTS } from '../../ui/field/number-texts.ts';
import { WholeInput } from './whole-input.tsx';

afterEach(cleanup);

type Options = { value?: number | null; min?: number; max?: number; places?: number };

function renderInput({ value = null, min, max, places = 3 }: Options = {}) {
  const onChange = vi.fn<(value: number | null) => void>();
  function Harness() {
    const [current, setCurrent] = useState<number | null>(value);
    return (
      <WholeInput
        label="Ilość"
        unit="t"
        places={places}
        value={current}
        onChange={(next) => {
          setCurrent(next);
          onChange(next);
        }}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <Harness />
    </MantineProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Ilość');
  return { input, onChange, text: () => input.value.replaceAll('\u00a0', ' ') };
}

test.each(['12,5', '12.5', '12,500'])(
  'typing "%s" in a field of tonnes gives the value 12 500 kg',
  async (typed) => {
    const { input, onChange, text } = renderInput();
    await userEvent.type(input, typed);
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(12_500);
    expect(text()).toBe('12,500');
  },
);

test('a focused field keeps its value; typing replaces the selected text', async () => {
  const { input, onChange, text } = renderInput({ value: 25_000 });
  await userEvent.click(input);
  expect(text()).toBe('25,000');
  await userEvent.tab();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(input);
  input.setSelectionRange(0, input.value.length);
  await userEvent.keyboard('7');
  expect(text()).toBe('7');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(7_000);
});

test.each(['1 234,50', '1\u00a0234,50', '1234.5', '1.234,50'])(
  'pasting "%s" into a field of tonnes gives the value 1 234 500 kg',
  async (pasted) => {
    const { input, onChange, text } = renderInput();
    await userEvent.click(input);
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(1_234_500);
    expect(text()).toBe('1 234,500');
  },
);

test.each(['25,5 m3.', 'ok. 25', 'zł. 812,50'])(
  'pasting "%s" keeps the value and shows a message',
  async (pasted) => {
    const { input, onChange, text } = renderInput({ value: 7_000 });
    await userEvent.click(input);
    input.select();
    await userEvent.paste(pasted);
    expect(screen.getByText(NUMBER_TEXTS.pasteRejected)).toBeTruthy();
    await userEvent.tab();
    expect(text()).toBe('7,000');
    expect(onChange).not.toHaveBeenCalled();
  },
);

test('after typed digits, pasted letters are rejected and pasted decimals are accepted', async () => {
  const { input, onChange, text } = renderInput();
  await userEvent.type(input, '12');
  await userEvent.paste(' t. 5');
  expect(screen.getByText(NUMBER_TEXTS.pasteRejected)).toBeTruthy();
  await userEvent.paste('.5');
  await userEvent.tab();
  expect(text()).toBe('12,500');
  expect(onChange).toHaveBeenLastCalledWith(12_500);
});

test('pasting "25 000 kg" into a field of tonnes gives the value 25 000 kg', async () => {
  const { input, onChange, text } = renderInput();
  await userEvent.click(input);
  await userEvent.paste('25 000 kg');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(25_000);
  expect(text()).toBe('25,000');
});

test.each([
  [3, '1.250,5', 1_250_500, '1 250,500'],
  [2, '1.250,50', 125_050, '1 250,50'],
  [2, '1,250.50', 125_050, '1 250,50'],
  [2, '12.250,5', 1_225_050, '12 250,50'],
])(
  'in a field with %d decimals, the first separator in the typed "%s" is a thousands separator',
  async (places, typed, value, shown) => {
    const { input, onChange, text } = renderInput({ places });
    await userEvent.type(input, typed);
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith(value);
    expect(text()).toBe(shown);
    expect(screen.queryByRole('status')?.textContent ?? '').toBe('');
  },
);

test('the message about an ignored character stays until the next message replaces it', async () => {
  const { input, onChange, text } = renderInput();
  await userEvent.type(input, '1x');
  await userEvent.type(input, '3', { initialSelectionStart: 1 });
  expect(screen.getByRole('status').textContent).toBe('Pominięto „x”: tu pasuje tylko liczba.');
  await userEvent.type(input, ',1234', { initialSelectionStart: 2 });
  expect(screen.getByRole('status').textContent).toBe(
    'Pominięto dalsze cyfry: tu mieszczą się 3 miejsca po przecinku.',
  );
  await userEvent.tab();
  expect(text()).toBe('13,123');
  expect(onChange).toHaveBeenLastCalledWith(13_123);
});

test('typing "1,5e3" in a field of tonnes gives 1500 tonnes', async () => {
  const { input, onChange, text } = renderInput();
  await userEvent.type(input, '1,5e3');
  expect(onChange).toHaveBeenLastCalledWith(1_500_000);
  await userEvent.tab();
  expect(text()).toMatch(/^1\s500,000$/);
});

test('pasting "1e3" into a field of tonnes gives 1000 tonnes', async () => {
  const { input, onChange } = renderInput();
  await userEvent.click(input);
  await userEvent.paste('1e3');
  expect(onChange).toHaveBeenLastCalledWith(1_000_000);
});

test('the initial value is shown with three decimals and causes no change event', () => {
  const { text, onChange } = renderInput({ value: 25_000 });
  expect(text()).toBe('25,000');
  expect(onChange).not.toHaveBeenCalled();
});

test('a value above the maximum changes to the maximum and shows a message', async () => {
  const { input, onChange, text } = renderInput({ max: 25_000 });
  await userEvent.type(input, '30');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(25_000);
  expect(text()).toBe('25,000');
  expect(screen.getByRole('status').textContent).toBe('Zmieniono na największą dozwoloną wartość: 25.');
});

test('an emptied field has the value null', async () => {
  const { input, onChange } = renderInput({ value: 25_000 });
  await userEvent.clear(input);
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(null);
});
