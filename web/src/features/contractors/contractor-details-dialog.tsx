import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { isEnded } from '@spichlerz/shared/domain/contract';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { formatAddress } from '@spichlerz/shared/words/address';
import { EMPTY, orEmpty } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contractorCardQuery, contractorQuery } from '../../api/contractors.ts';
import { useCountryName } from '../../components/field/use-country-name.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NoWrapPostCode } from '../../ui/no-wrap-post-code.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { noBreak } from '../../words/format.ts';
import { ContractorContracts, ContractorTransports, EmptyText } from './contractor-contracts.tsx';
import { contractorLink } from './contractor-links.ts';
import { OpenQuantities } from './contractor-panel.tsx';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';

type Props = { side: Side; id: number; name: string; onClose: () => void };

/** Shows the data of a supplier or recipient in a dialog over the list. The user can copy these data. */
export function ContractorDetailsDialog({ side, id, name, onClose }: Props) {
  const record = useQuery(contractorQuery(side, id));
  const card = useQuery(contractorCardQuery(side, id));
  return (
    <Dialog title={`${SIDE_LABELS[side].contractor}: ${name}`} size="80rem" onClose={onClose}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <QueryBoundary query={record}>
            {(contractor) => <RecordFacts side={side} contractor={contractor} />}
          </QueryBoundary>
          <QueryBoundary query={card}>
            {(loadedCard) => (
              <Stack gap="lg">
                <Part title={`Otwarte kontrakty (${loadedCard.openContractCount})`}>
                  <ContractorContracts
                    side={side}
                    contracts={loadedCard.contracts.filter(({ contractStatus }) => !isEnded(contractStatus))}
                    count={loadedCard.openContractCount}
                    none="Nie ma otwartych kontraktów."
                  />
                </Part>
                <Part title="Otwarte ilości">
                  <OpenQuantities quantities={loadedCard.openQuantities} />
                </Part>
                <Part title={`W drodze (${loadedCard.truckCount})`}>
                  <ContractorTransports side={side} card={loadedCard} />
                </Part>
              </Stack>
            )}
          </QueryBoundary>
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Zamknij
          </Button>
          <Button
            leftSection={<IconEdit size={16} aria-hidden />}
            renderRoot={(props: object) => <Link {...props} {...contractorLink[side](id)} />}
          >
            Edytuj
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function RecordFacts({ side, contractor }: { side: Side; contractor: ContractorRecord }) {
  const countryName = useCountryName();
  const address = (place: Parameters<typeof formatAddress>[0]) => {
    const abroad = place.countryCode && place.countryCode !== 'PL' ? countryName(place.countryCode) : '';
    const home = formatAddress({ ...place, countryCode: null });
    return abroad === '' || home === EMPTY ? home : `${home}, ${abroad}`;
  };
  return (
    <Stack gap="lg">
      <Part title="Dane podstawowe">
        <Stack component="dl" gap={6} m={0}>
          <Fact label="Nazwa">{contractor.fullName}</Fact>
          <Fact label="Kod kontrahenta">{orEmpty(contractor.companyName)}</Fact>
          <Fact label="Rodzaj">{CONTRACTOR_KIND_LABELS[contractor.label]}</Fact>
          <Fact label="Sposób rozliczania">{ACCOUNTING_METHOD_LABELS[contractor.accountingMethod]}</Fact>
          <Fact label="NIP">
            <CopyableFact label="NIP" value={contractor.nip} />
          </Fact>
          <Fact label="PESEL">{orEmpty(contractor.pesel)}</Fact>
          <Fact label="Telefon">
            <Phone label="telefon" value={contractor.phoneNumber} />
          </Fact>
          <Fact label="E-mail">
            <Mail label="e-mail" value={contractor.email} />
          </Fact>
          <Fact label="Adres księgowy">
            <NoWrapPostCode text={address(contractor)} />
          </Fact>
        </Stack>
      </Part>
      <Part title={CONTRACTOR_TEXTS[side].addresses}>
        {contractor.addressList.length === 0 ? (
          <EmptyText>Nie podano.</EmptyText>
        ) : (
          <Stack component="dl" gap={6} m={0}>
            {contractor.addressList.map((place) => (
              <Fact key={place.id} label={place.name}>
                <NoWrapPostCode text={address(place)} />
              </Fact>
            ))}
          </Stack>
        )}
      </Part>
      <Part title="Kontakty">
        {contractor.contactList.length === 0 ? (
          <EmptyText>Nie podano.</EmptyText>
        ) : (
          <Stack component="dl" gap={6} m={0}>
            {contractor.contactList.map((contact) => (
              <Fact key={contact.id} label={contact.name}>
                <Text fz="sm">{[contact.firstName, contact.lastName].filter(Boolean).join(' ')}</Text>
                {contact.phoneNumber === null ? null : (
                  <Phone label={`telefon, ${contact.name}`} value={contact.phoneNumber} />
                )}
                {contact.email === null ? null : (
                  <Mail label={`e-mail, ${contact.name}`} value={contact.email} />
                )}
              </Fact>
            ))}
          </Stack>
        )}
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} fz={15} mb={6}>
        {title}
      </Title>
      {children}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text
        component="dt"
        fz="sm"
        c="dimmed"
        w={{ base: 128, xs: 150 }}
        style={{ flexShrink: 0, overflowWrap: 'anywhere' }}
      >
        {label}
      </Text>
      <Text component="dd" m={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}

type CopyableFactProps = { label: string; value: string | null };

function CopyableFact({ label, value, children }: CopyableFactProps & { children?: ReactNode }) {
  if (value === null) return EMPTY;
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {children ?? value}
      <CopyButton label={label} value={value} />
    </Group>
  );
}

function Phone({ label, value }: CopyableFactProps) {
  const phone = value === null ? null : normalisePhone(value);
  return (
    <CopyableFact label={label} value={phone}>
      <Anchor fz="inherit" href={`tel:${phone?.replace(/[^\d+]/g, '')}`}>
        {noBreak(phone ?? '')}
      </Anchor>
    </CopyableFact>
  );
}

function Mail({ label, value }: CopyableFactProps) {
  return (
    <CopyableFact label={label} value={value}>
      <Anchor fz="inherit" href={`mailto:${value}`}>
        {value}
      </Anchor>
    </CopyableFact>
  );
}
