import type { Side } from '@spichlerz/shared/domain/side';
import { Warning } from '../../components/warning.tsx';
import { splitWarning } from './settlement-texts.ts';

type Props = { side: Side; transportKg: number; settledKg: number; registrationNumber?: string };

export function SplitWarning({ side, registrationNumber, ...kilograms }: Props) {
  const sentence = splitWarning(side, kilograms, registrationNumber);
  return sentence === null ? null : <Warning>{sentence}</Warning>;
}
