import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { CarrierNameGroup } from '@spichlerz/shared/wire/carriers';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, isNotFound } from '../../../api/api-error.ts';
import { carrierNamesQuery, createCarrier, linkTransportsToCarrier } from '../../../api/carriers.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { confirmAction } from '../../../ui/overlay/confirm.ts';
import { notifySuccess, notifyWarning } from '../../../ui/overlay/notify.tsx';
import { counted, type PluralForms } from '../../../words/plural.ts';
import { carrierLink } from './carrier-links.ts';

/** Genitive after "z": 1 transportu, 34 transportów. */
const TRANSPORTS_OF: PluralForms = {
  one: 'transportu',
  few: 'transportów',
  many: 'transportów',
  other: 'transportu',
};

/** Offers to create records for carrier names that were typed in transports and have no record. */
export function CarrierNames() {
  const { data } = useQuery(carrierNamesQuery);
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Przewoźnicy spoza kartoteki">
      <Stack gap="xs">
        <Text fz="sm" fw={600}>
          Przewoźnicy wpisani w transportach, których nie ma w kartotece
        </Text>
        {data.list.map((group) => (
          <NameOffer key={group.name} group={group} />
        ))}
      </Stack>
    </Paper>
  );
}

/** Waits for a request that links transports. Its error sentences are loaded only when the request fails. */
async function linked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw (await import('./carrier-link-errors.ts')).carrierLinkError(error);
  }
}

function NameOffer({ group }: { group: CarrierNameGroup }) {
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  const { name, names, carrierId } = group;
  const transports = counted(group.transportCount, TRANSPORTS_OF);
  const spellings = names.length > 1 ? ` Pisownie: ${names.join(', ')}.` : '';
  const refresh = async () => {
    await invalidateTopic('contractor');
    await invalidateTopic('transport');
  };
  const create = () =>
    confirmAction({
      title: 'Utworzyć przewoźnika?',
      message: `Powstanie przewoźnik ${name} z ${transports}. Nazwy w transportach się nie zmienią.${spellings}`,
      confirmLabel: 'Utwórz przewoźnika',
      action: async () => {
        const created = await linked(createCarrier({ companyName: name, transportNames: names })).catch(
          nullIfNameTaken,
        );
        await refresh();
        // the updated offers link the transports that still have no record
        if (created === null) return notifyWarning(`Przewoźnik ${name} jest już w kartotece.`);
        notifySuccess(name, 'Dodano przewoźnika');
        await navigate(carrierLink(created.id));
      },
    });
  const link = (id: number) =>
    confirmAction({
      title: 'Połączyć z kartoteką?',
      message: `Przewoźnik ${name} jest już w kartotece. Połączysz z nim ${counted(group.transportCount, LINKED)}. Nazwy w transportach się nie zmienią.${spellings}`,
      confirmLabel: 'Połącz',
      action: async () => {
        await linked(linkTransportsToCarrier(id, names)).catch(async (error: unknown) => {
          // another user has deleted the carrier, so the updated offers create a new one
          if (isNotFound(error)) await refresh();
          throw error;
        });
        await refresh();
        notifySuccess(name, 'Połączono transporty z przewoźnikiem');
      },
    });
  return (
    <Group justify="space-between" gap="xs">
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.length > 1 ? `${name} (${counted(names.length, SPELLINGS)})` : name}
      </Text>
      {carrierId === null ? (
        <Button
          size="xs"
          variant="default"
          onClick={create}
          aria-label={`Utwórz przewoźnika ${name} z ${transports}`}
        >
          {`Utwórz przewoźnika z ${transports}`}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => link(carrierId)}
          aria-label={`Połącz z kartoteką: ${name}`}
        >
          {`Połącz ${counted(group.transportCount, LINKED)} z kartoteką`}
        </Button>
      )}
    </Group>
  );
}

/** Returns null if another user has created the carrier since the offer was read. Throws any other error. */
function nullIfNameTaken(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NAME_IS_DUPLICATED') return null;
  throw error;
}

const LINKED: PluralForms = {
  one: 'transport',
  few: 'transporty',
  many: 'transportów',
  other: 'transportu',
};

const SPELLINGS: PluralForms = { one: 'pisownia', few: 'pisownie', many: 'pisowni', other: 'pisowni' };
