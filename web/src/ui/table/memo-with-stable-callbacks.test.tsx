import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

afterEach(cleanup);

type Props = { statuses: readonly string[]; onPress: (statuses: readonly string[]) => void };

const ignore = () => undefined;

function countRenders() {
  const onRender = vi.fn<() => void>();
  const Statuses = memoWithStableCallbacks(({ statuses, onPress }: Props) => {
    onRender();
    return (
      <button type="button" onClick={() => onPress(statuses)}>
        {statuses.join()}
      </button>
    );
  });
  return { onRender, Statuses };
}

test('the component renders again for changed data, but not for new objects with equal data', () => {
  const { onRender, Statuses } = countRenders();
  const { rerender } = render(<Statuses statuses={['NEW']} onPress={ignore} />);
  rerender(<Statuses statuses={['NEW']} onPress={() => undefined} />);
  expect(onRender).toHaveBeenCalledTimes(1);
  rerender(<Statuses statuses={['NEW', 'ACTIVE']} onPress={ignore} />);
  expect(onRender).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('button').textContent).toBe('NEW,ACTIVE');
});

test('a callback calls the function of the latest props, even if the component did not render again', () => {
  const { Statuses } = countRenders();
  const [first, last] = [vi.fn<Props['onPress']>(), vi.fn<Props['onPress']>()];
  const { rerender } = render(<Statuses statuses={['NEW']} onPress={first} />);
  rerender(<Statuses statuses={['NEW']} onPress={last} />);
  fireEvent.click(screen.getByRole('button'));
  expect(first).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledWith(['NEW']);
});
