import { useQuestions } from './confirm.ts';
import { QuestionDialog } from './question-dialog.tsx';

/** Draws what askToConfirm and confirmAction ask, over everything else. */
export function Questions() {
  return useQuestions().map(({ id, ...asked }) => <QuestionDialog key={id} {...asked} />);
}
