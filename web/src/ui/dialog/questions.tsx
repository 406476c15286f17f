// from the beginning, as the first dialog asks where the focus was before its code came
import './last-focus.ts';
import { useQuestions } from './confirm.ts';

/** Draws what askToConfirm and confirmAction ask, over everything else. */
export function Questions() {
  return useQuestions().map(({ id, Dialog, ...asked }) => <Dialog key={id} {...asked} />);
}
