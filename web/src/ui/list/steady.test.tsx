import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { memoWithStableCallbacks } from './steady.tsx';

afterEach(cleanup);

type Props = { statuses: readonly string[]; onPress: (statuses: readonly string[]) => void };

const ignore = () => undefined;

function drawn() {
  const onDraw = vi.fn<() => void>();
  const Statuses = memoWithStableCallbacks(({ statuses, onPress }: Props) => {
    onDraw();
    return (
      <button type="button" onClick={() => onPress(statuses)}>
        {statuses.join()}
      </button>
    );
  });
  return { onDraw, Statuses };
}

test('is drawn again when what it shows is other, not when it is only another object', () => {
  const { onDraw, Statuses } = drawn();
  const { rerender } = render(<Statuses statuses={['NEW']} onPress={ignore} />);
  rerender(<Statuses statuses={['NEW']} onPress={() => undefined} />);
  expect(onDraw).toHaveBeenCalledTimes(1);
  rerender(<Statuses statuses={['NEW', 'ACTIVE']} onPress={ignore} />);
  expect(onDraw).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('button').textContent).toBe('NEW,ACTIVE');
});

test('calls the function of the last drawing, though it was not drawn for it', () => {
  const { Statuses } = drawn();
  const [first, last] = [vi.fn<Props['onPress']>(), vi.fn<Props['onPress']>()];
  const { rerender } = render(<Statuses statuses={['NEW']} onPress={first} />);
  rerender(<Statuses statuses={['NEW']} onPress={last} />);
  fireEvent.click(screen.getByRole('button'));
  expect(first).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledWith(['NEW']);
});
