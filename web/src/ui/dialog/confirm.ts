import { type ComponentType, useSyncExternalStore } from 'react';
import { notifyError } from '../notify.tsx';
import { UI_WORDS } from '../words.ts';
import type { Asked, Question } from './question.ts';

/** The questions that wait for an answer, the last one on top, each with its dialog. */
type Open = Asked & { readonly id: number; readonly Dialog: ComponentType<Asked> };

let questions: readonly Open[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Open[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useQuestions = (): readonly Open[] => useSyncExternalStore(subscribe, () => questions);

/** Asks and answers true or false. For an action of its own use `confirmAction`, which waits for the action. */
export function askToConfirm(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    open(question, () => Promise.resolve(), answer);
  });
}

/** Asks, then runs the action while the dialog waits; on failure the dialog stays open and says why. */
export function confirmAction(question: Question & { action: () => Promise<unknown> }): void {
  open(question, question.action, () => undefined);
}

/** The dialog is loaded when something is first asked; whoever may ask without a connection loads it before. */
export const loadDialog = async () => (await import('./question-dialog.tsx')).QuestionDialog;

function open(
  question: Question,
  action: () => Promise<unknown>,
  onAnswer: (confirmed: boolean) => void,
): void {
  const id = count++;
  const close = (confirmed: boolean) => {
    change(questions.filter((other) => other.id !== id));
    onAnswer(confirmed);
  };
  loadDialog().then(
    (Dialog) => change([...questions, { id, question, action, close, Dialog }]),
    () => {
      notifyError(UI_WORDS.questionNotLoaded);
      onAnswer(false);
    },
  );
}
