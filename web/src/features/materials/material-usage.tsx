import { Group, Text } from '@mantine/core';
import type { ContractUsage } from '@spichlerz/shared/wire/usage';
import { counted, NOUN_FORMS, usageText } from '../../words/plural.ts';
import { ContractRef } from '../contracts/contract-ref.tsx';

/**
 * The reason why a record cannot be deleted. Null if it can be deleted, or while the usage is unknown. `what`
 * is for example "Tego surowca".
 */
export function whyNotDelete(what: string, usage: ContractUsage | undefined): string | null {
  const used = usage === undefined ? null : usageText(usage);
  return used === null ? null : `${what} nie można usunąć, bo jest w użyciu. Ma ${used}.`;
}

/** The contracts that use a raw material, with links. */
export function MaterialUsageLine({ usage }: { usage: ContractUsage }) {
  if (usage.count === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Nie używa go żaden kontrakt.
      </Text>
    );
  }
  const rest = usage.count - usage.first.length;
  return (
    <Group gap={6}>
      <Text fz="sm" c="dimmed">
        {`W użyciu, ${counted(usage.count, NOUN_FORMS.contracts)}:`}
      </Text>
      {usage.first.map((contract) => (
        <ContractRef key={contract.contractId} side={contract.side} contract={contract} />
      ))}
      {rest > 0 ? (
        <Text fz="sm" c="dimmed">
          {`i ${counted(rest, NOUN_FORMS.others)}`}
        </Text>
      ) : null}
    </Group>
  );
}
