import { createStore, useStore } from '../use-watched.ts';
import type { Asked, Question } from './question.ts';

/** The questions that wait for an answer, the last one on top. */
type Open = Asked & { readonly id: number; readonly isAgreed: () => boolean };

const questions = createStore<readonly Open[]>([]);
let count = 0;

export const useConfirmations = (): readonly Open[] => useStore(questions);

/** Asks and answers true or false. For an action of its own use `confirmAction`, which waits for the action. */
export function requestConfirmation(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    open(question, () => Promise.resolve(), answer);
  });
}

/** Asks, then runs the action while the dialog waits; on failure the dialog stays open and says why. */
export function confirmAction(question: Question & { action: () => Promise<unknown> }): void {
  open(question, question.action, () => undefined);
}

/** Takes back what was asked on a page that is left; what somebody has agreed to is seen through, or tried again. */
export function closeAllConfirmations(): void {
  for (const { isAgreed, close } of questions.read()) if (!isAgreed()) close(false);
}

function open(
  question: Question,
  action: () => Promise<unknown>,
  onAnswer: (confirmed: boolean) => void,
): void {
  const id = count++;
  let isAgreed = false;
  const run = () => {
    isAgreed = true;
    return action();
  };
  const close = (confirmed: boolean) => {
    questions.set(questions.read().filter((other) => other.id !== id));
    onAnswer(confirmed);
  };
  questions.set([...questions.read(), { id, question, action: run, isAgreed: () => isAgreed, close }]);
}
