import type { RawMaterialRow, RawMaterialUsage } from '@spichlerz/shared/wire/materials';
import type { ConfirmOptions } from '../../ui/dialog/confirm-options.ts';
import { COUNTED, counted } from '../../words/plural.ts';

/** Another name of what contracts refer to, and so show. */
export type Renaming = {
  readonly what: 'surowca' | 'jakości' | 'wariantu';
  readonly from: string;
  readonly to: string;
  /** How many contracts use it; undefined while that is not known. */
  readonly contracts: number | undefined;
};

/** Contracts keep no name of their own, so those signed and closed change theirs as well. */
export function renamingQuestion(renamings: readonly Renaming[]): ConfirmOptions | null {
  const shown = renamings.filter(({ from, to, contracts }) => from !== to && contracts !== 0);
  if (shown.length === 0) return null;
  const isOne = shown.length === 1;
  return {
    title: isOne ? 'Zmienić nazwę w kontraktach?' : 'Zmienić nazwy w kontraktach?',
    message: [
      ...shown.map(sentence),
      `${isOne ? 'Nową nazwę' : 'Nowe nazwy'} pokażą od razu także kontrakty podpisane i zamknięte oraz ich nowe wydruki.`,
    ].join(' '),
    confirmLabel: isOne ? 'Zmień nazwę' : 'Zmień nazwy',
  };
}

function sentence({ what, from, to, contracts }: Renaming): string {
  const where =
    contracts === undefined
      ? 'wszędzie, gdzie jest w użyciu'
      : `w ${counted(contracts, COUNTED.inContracts)}`;
  return `Nazwa ${what} „${from}” zmieni się na „${to}” ${where}.`;
}

/** What saving the form of a raw material renames: the material itself and the qualities it had before. */
export function renamingsOf(
  stored: Pick<RawMaterialRow, 'name' | 'qualityOptions'>,
  typed: { name: string; qualities: readonly { id?: number | undefined; title: string }[] },
  usage: RawMaterialUsage | undefined,
): Renaming[] {
  const titles = new Map(typed.qualities.map(({ id, title }) => [id, title]));
  return [
    { what: 'surowca', from: stored.name, to: typed.name, contracts: usage?.usedIn.count },
    ...stored.qualityOptions.map(({ id, title }) => ({
      what: 'jakości' as const,
      from: title,
      to: titles.get(id) ?? title,
      contracts: usage && contractsUsing(usage.qualityOptions, id),
    })),
  ];
}

/** Parts that no contract uses are not told. */
export function contractsUsing(parts: RawMaterialUsage['variants'], id: number): number {
  return parts.find((part) => part.id === id)?.usedIn.count ?? 0;
}
