import '@mantine/core/styles/Table.css';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { changesWeight } from '@spichlerz/shared/domain/discount-rule';
import type { SettlementPreview } from '@spichlerz/shared/wire/quality';
import {
  formatDecimal,
  formatReading,
  formatRuleChange,
  READING_SOURCE_LABELS,
} from '@spichlerz/shared/words/discount-rules';
import { Fragment } from 'react';
import { MoneyField, QuantityField } from '../../components/field/unit-fields.tsx';
import { NumberField } from '../../ui/field/decimal-input.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { YES_NO } from '../../words/labels.ts';
import classes from './readings-table.module.css';
import type { RuleTerms } from './rule-terms.ts';
import { arbiterReading, type RulesOutput, type RulesValues } from './rules-values.ts';
import type { SettlementRow } from './settlement-row.ts';

type Control = Form<RulesValues, RulesOutput>['control'];

/**
 * The table of readings: each parameter has its reading, norm and deduction. The user may change a
 * deduction with a reason.
 */
export function ReadingsTable({
  control,
  overrides,
  terms,
  preview,
  currency,
  onOverride,
  onRestore,
  onOffer,
}: {
  control: Control;
  overrides: RulesValues['overrides'];
  terms: RuleTerms;
  preview: SettlementPreview | undefined;
  currency: SettlementRow['currency'];
  onOverride: (line: SettlementPreview['lines'][number]) => void;
  /** Called with the index of the changed deduction that the user wants to restore. */
  onRestore: (index: number) => void;
  onOffer: (parameterId: number, value: number | boolean) => void;
}) {
  const firstEditable = firstEditableParameter(terms);
  return (
    <Table verticalSpacing={6} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.corner}>Parametr</Table.Th>
          <Table.Th w={150}>Wynik</Table.Th>
          <Table.Th>Norma</Table.Th>
          <Table.Th ta="right">Potrącenie lub dopłata</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {terms.rules.parameters.map((parameter, index) => {
          const lines = preview?.lines.filter(({ parameterId }) => parameterId === parameter.id) ?? [];
          const offered = preview?.offered.find(({ parameterId }) => parameterId === parameter.id);
          const arbiter = arbiterReading(terms, parameter.id);
          const label = `${parameter.name}${parameter.unit === null ? '' : ` (${parameter.unit})`}`;
          return (
            <Table.Tr key={parameter.id} style={{ verticalAlign: 'top' }}>
              <Table.Th scope="row" fw={400} pt={14}>
                {label}
              </Table.Th>
              <Table.Td>
                {arbiter !== null ? (
                  <Text fz="sm" pt={8}>{`${formatReading(arbiter, parameter.unit)}, arbiter`}</Text>
                ) : parameter.type === 'BOOLEAN' ? (
                  <SelectField
                    control={control}
                    name={`readings.${index}.answer`}
                    aria-label={label}
                    placeholder="Wybierz"
                    options={YES_NO}
                    data-autofocus={parameter.id === firstEditable || undefined}
                  />
                ) : (
                  <NumberField
                    control={control}
                    name={`readings.${index}.value`}
                    aria-label={label}
                    decimals={3}
                    keepsTyped
                    allowNegative
                    {...(parameter.unit === null ? {} : { unit: parameter.unit })}
                    data-autofocus={parameter.id === firstEditable || undefined}
                  />
                )}
                {offered === undefined ? null : (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    onClick={() => onOffer(parameter.id, offered.value)}
                  >
                    {`${READING_SOURCE_LABELS[offered.source]}: ${formatReading(offered.value, null)}, użyj`}
                  </Button>
                )}
              </Table.Td>
              <Table.Td pt={14}>{normOf(lines.length > 0 ? lines : rulesOf(terms, parameter.id))}</Table.Td>
              <Table.Td ta="right" pt={10}>
                {lines.map((line, position) => {
                  const at = overrides.findIndex(({ ruleId }) => ruleId === line.ruleId);
                  const isWeight = changesWeight(line);
                  // several rules of one parameter have a line each, so their lines are numbered
                  const name = lines.length > 1 ? `${parameter.name} (${position + 1})` : parameter.name;
                  return (
                    <Fragment key={line.ruleId}>
                      <Group justify="flex-end" gap="xs" wrap="nowrap">
                        <Text
                          fz="sm"
                          fw={600}
                          c={line.pricePerTonne + line.quantity < 0 ? undefined : 'dimmed'}
                        >
                          {formatRuleChange(isWeight, line, currency)}
                        </Text>
                        <Button
                          variant="subtle"
                          size="compact-xs"
                          aria-label={`${at < 0 ? 'Zmień' : 'Przywróć'}: ${name}`}
                          onClick={() => (at < 0 ? onOverride(line) : onRestore(at))}
                        >
                          {at < 0 ? 'Zmień' : 'Przywróć'}
                        </Button>
                      </Group>
                      {at < 0 ? null : (
                        <Stack gap={4} mt={4} align="stretch">
                          {isWeight ? (
                            <QuantityField
                              control={control}
                              name={`overrides.${at}.size`}
                              aria-label={`Zmieniona waga: ${name}`}
                            />
                          ) : (
                            <MoneyField
                              control={control}
                              name={`overrides.${at}.size`}
                              aria-label={`Zmieniona kwota: ${name}`}
                              currency={currency}
                              perTonne
                            />
                          )}
                          <TextField
                            control={control}
                            name={`overrides.${at}.reason`}
                            aria-label={`Powód zmiany: ${name}`}
                            placeholder="Powód zmiany"
                            required
                          />
                        </Stack>
                      )}
                    </Fragment>
                  );
                })}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** The parameter whose reading gets the focus. Undefined if the arbiter has measured all parameters. */
export const firstEditableParameter = (terms: RuleTerms): number | undefined =>
  terms.rules.parameters.find(({ id }) => arbiterReading(terms, id) === null)?.id;

/** The rules of a parameter. Their norms are shown while the reading is missing. */
const rulesOf = ({ rules }: RuleTerms, parameter: number) =>
  rules.rules.filter(({ parameterId }) => parameterId === parameter);

function normOf(sources: readonly { norm: number | null }[]): string {
  const norms = new Set(sources.flatMap(({ norm }) => (norm === null ? [] : [formatDecimal(norm)])));
  return norms.size === 0 ? '' : [...norms].join(', ');
}
