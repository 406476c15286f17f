import type { RawMaterialRow, RawMaterialUsage } from '@spichlerz/shared/wire/materials';
import type { ConfirmOptions } from '../../ui/overlay/confirm.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { nameWithUnit } from './material-form-values.ts';

type Parameter = RawMaterialRow['parameters'][number];

/** A changed name of a record that contracts show. */
export type Renaming = {
  readonly what: 'surowca' | 'jakości' | 'wariantu' | 'parametru' | 'parametru z jednostką';
  readonly from: string;
  readonly to: string;
  /** The number of contracts that use the record; undefined if unknown. */
  readonly contracts: number | undefined;
};

/**
 * The confirmation of new names, or null if none is needed. Contracts do not store names, so signed and closed
 * contracts show the new name too.
 */
export function renamingConfirmation(renamings: readonly Renaming[]): ConfirmOptions | null {
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
      : `w ${counted(contracts, NOUN_FORMS.inContracts)}`;
  return `Nazwa ${what} „${from}” zmieni się na „${to}” ${where}.`;
}

/** The renamings in a save of a raw material: of the raw material and of its stored qualities. */
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

/**
 * The renaming of a parameter. Contracts show the name with the unit, in their qualities and rules. The usage
 * does not count the contracts of a parameter, but shows that no contract uses the raw material.
 */
export function parameterRenaming(
  stored: Pick<Parameter, 'name' | 'unit'>,
  typed: Pick<Parameter, 'name' | 'unit'>,
  usage: RawMaterialUsage | undefined,
): Renaming {
  const isNameOnly = stored.unit === typed.unit;
  return {
    what: isNameOnly ? 'parametru' : 'parametru z jednostką',
    from: isNameOnly ? stored.name : nameWithUnit(stored),
    to: isNameOnly ? typed.name : nameWithUnit(typed),
    contracts: usage?.usedIn.count === 0 ? 0 : undefined,
  };
}

/** The number of contracts that use a quality or variant. `parts` contains only used qualities or variants. */
export function contractsUsing(parts: RawMaterialUsage['variants'], id: number): number {
  return parts.find((part) => part.id === id)?.usedIn.count ?? 0;
}
