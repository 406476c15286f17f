import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { EMPTY } from '@spichlerz/shared/words/figures';
import type { ReactNode } from 'react';
import { formatParameterValue, nameWithUnit, PARAMETER_TYPE_LABELS } from './material-form-values.ts';

/** A read-only view of a raw material. */
export function MaterialDetails({ material }: { material: RawMaterialRow }) {
  const { parameters, qualityOptions, variants } = material;
  return (
    <Stack gap="md">
      <Section title="Jakości" isEmpty={qualityOptions.length === 0}>
        <Table.ScrollContainer minWidth={320}>
          <Table aria-label="Jakości">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Jakość</Table.Th>
                {parameters.map((parameter) => (
                  <Table.Th key={parameter.id}>{nameWithUnit(parameter)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {qualityOptions.map((quality) => (
                <Table.Tr key={quality.id}>
                  <Table.Th scope="row">{quality.title}</Table.Th>
                  {parameters.map((parameter) => (
                    <Table.Td key={parameter.id}>
                      {readValue(
                        parameter,
                        quality.parameterValues.find(({ parameterId }) => parameterId === parameter.id)
                          ?.value,
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
      <Section title="Parametry jakościowe" isEmpty={parameters.length === 0}>
        <Text fz="sm">
          {parameters
            .map((parameter) => `${nameWithUnit(parameter)}: ${PARAMETER_TYPE_LABELS[parameter.type]}`)
            .join('; ')}
        </Text>
      </Section>
      <Section title="Warianty" isEmpty={variants.length === 0}>
        <Text fz="sm">{variants.map(({ name }) => name).join(', ')}</Text>
      </Section>
      <Section title="Kolejność zakładek" isEmpty={false}>
        <Text fz="sm">{String(material.displayOrder)}</Text>
      </Section>
    </Stack>
  );
}

function readValue(parameter: RawMaterialRow['parameters'][number], value: string | undefined): string {
  return value === undefined ? EMPTY : formatParameterValue(parameter, value);
}

function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} fz={15} mb="xs">
        {title}
      </Title>
      {isEmpty ? (
        <Text fz="sm" c="dimmed">
          Nie ma jeszcze żadnego wpisu.
        </Text>
      ) : (
        children
      )}
    </Paper>
  );
}
