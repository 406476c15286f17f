import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { useWatch } from 'react-hook-form';
import { Warning } from '../../../components/warning.tsx';
import { joinWithAnd } from '../../../words/plural.ts';
import type { ContractWithRules, TableChoice } from './contract-form-rule-values.ts';
import type { ContractForm } from './contract-form-values.ts';

/* Warnings about the discount table that is chosen in the form of a contract. */

export type Terms = {
  /** The discount tables of the raw material, side and currency; undefined while loading. */
  readonly fitting: readonly DiscountTableRow[] | undefined;
  readonly active: readonly DiscountTableRow[];
  readonly onlyActive: DiscountTableRow | undefined;
  readonly choice: TableChoice;
  /** Whether a save keeps the contract's own copy of the rules. */
  readonly isKept: boolean;
  readonly materialOrCurrencyChanged: boolean;
};

export type NoticeProps = { readonly terms: Terms; readonly record: ContractWithRules | null };

/** Asks the user to choose a table, because the server uses no default if several tables are active. */
export function AmbiguousTables({ terms: { active, choice } }: { terms: Terms }) {
  if (choice !== 'default' || active.length < 2) return null;
  const names = joinWithAnd(active.map(({ name }) => `„${name}”`));
  return (
    <Warning>
      {active.length === 2
        ? `Pasują dwie aktywne tabele: ${names}. Wybierz jedną.`
        : `Pasuje kilka aktywnych tabel: ${names}. Wybierz jedną.`}
    </Warning>
  );
}

export function RulesNotice({ terms, record }: NoticeProps) {
  if (record === null) return null;
  const { rules } = record;
  if (terms.isKept) {
    return rules.differsFromTable && rules.sourceTable !== null ? (
      <Warning>{`Reguły tego kontraktu różnią się od obecnej tabeli „${rules.sourceTable.name}”.`}</Warning>
    ) : null;
  }
  if (terms.fitting === undefined) return null;
  const table = chosenTable(terms);
  if (table !== undefined)
    return <Warning>{`Po zapisaniu reguły kontraktu zastąpi tabela „${table.name}”.`}</Warning>;
  if (rules.rules.length === 0) return null;
  return (
    <Warning>
      {terms.materialOrCurrencyChanged
        ? 'Po zapisaniu reguły kontraktu zostaną usunięte, bo dla tego surowca i waluty nie ma jednej aktywnej tabeli.'
        : 'Po zapisaniu reguły kontraktu zostaną usunięte.'}
    </Warning>
  );
}

/**
 * A new contract gets its rules from a discount table only. This notice states that the copied contract's own
 * rules are not copied.
 */
export function CopiedRulesNotice({
  terms,
  form: { control },
  copied,
}: {
  terms: Terms;
  form: ContractForm;
  copied: ContractWithRules;
}) {
  const [materialId, currency] = useWatch({ control, name: ['rawMaterialId', 'currency'] });
  const { rules, sourceTable, differsFromTable } = copied.rules;
  // the rules would not fit another raw material or currency
  const isOther = materialId !== copied.rawMaterialId || currency !== copied.currency;
  if (isOther || terms.fitting === undefined) return null;
  const table = chosenTable(terms);
  const isEqual =
    table === undefined ? rules.length === 0 : table.id === sourceTable?.id && !differsFromTable;
  if (isEqual) return null;
  const notCopied = `Reguły kontraktu ${contractNumber(copied)} nie są kopiowane`;
  return (
    <Warning>
      {table === undefined
        ? `${notCopied}: nowy kontrakt będzie bez reguł. Po zapisaniu dodasz je przyciskiem „Zmień reguły”.`
        : `${notCopied}: nowy kontrakt dostanie obecne reguły tabeli „${table.name}”. Po zapisaniu zmienisz je przyciskiem „Zmień reguły”.`}
    </Warning>
  );
}

export function chosenTable({ choice, onlyActive, fitting }: Terms): DiscountTableRow | undefined {
  return choice === 'default' ? onlyActive : fitting?.find(({ id }) => id === choice);
}
