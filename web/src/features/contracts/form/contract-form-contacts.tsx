import { Box, Button, Group, Menu } from '@mantine/core';
import { CONTACTS_MAX } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { IconAddressBook } from '@tabler/icons-react';
import { useFieldArray } from 'react-hook-form';
import { TextField } from '../../../ui/field/text-field.tsx';
import { AddButton, RemoveButton } from '../../../ui/form/form-list.tsx';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { useChosenContractor } from './contract-form-contractor.ts';
import { FORM_TEXTS } from './contract-form-texts.ts';
import { type ContractForm, NEW_CONTACT } from './contract-form-values.ts';

const LIST_IS_FULL = `Kontrakt może mieć najwyżej ${CONTACTS_MAX} kontaktów.`;

/** The contacts for this contract, with a line for each. */
export function ContractContacts({ side, form }: { side: Side; form: ContractForm }) {
  const { control } = form;
  const list = useFieldArray({ control, name: 'contactList', keyName: 'key' });
  const contractor = useChosenContractor(side, form);
  const known = contractor?.contactList.map(contactLine) ?? [];
  const isFull = list.fields.length >= CONTACTS_MAX;
  return (
    <FormSection title="Kontakty" columns={1}>
      {list.fields.map(({ key }, index) => (
        <Group key={key} gap={4} wrap="nowrap" align="flex-start">
          <TextField
            control={control}
            name={`contactList.${index}.contactField`}
            label={`Kontakt ${index + 1}`}
            placeholder="np. Jan Nowak, 600 100 200"
            flex={1}
            required
          />
          <Box pt={27}>
            <RemoveButton removeLabel={`Usuń: kontakt ${index + 1}`} onRemove={() => list.remove(index)} />
          </Box>
        </Group>
      ))}
      <WideField>
        <Group gap="xs">
          <AddButton
            label="Dodaj kontakt"
            disabledReason={isFull ? LIST_IS_FULL : null}
            onAdd={() => list.append(NEW_CONTACT)}
          />
          {known.length > 0 && !isFull ? (
            <KnownContacts
              label={FORM_TEXTS[side].contactChoice}
              contacts={known}
              onChoose={(contactField) =>
                list.append({ ...NEW_CONTACT, contactField }, { shouldFocus: false })
              }
            />
          ) : null}
        </Group>
      </WideField>
    </FormSection>
  );
}

function contactLine(contact: ContractorRecord['contactList'][number]): string {
  const person = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return [person || contact.name, contact.phoneNumber, contact.email].filter(Boolean).join(', ');
}

type KnownProps = { label: string; contacts: readonly string[]; onChoose: (contact: string) => void };

function KnownContacts({ label, contacts, onChoose }: KnownProps) {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconAddressBook size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {contacts.map((contact) => (
          <Menu.Item key={contact} onClick={() => onChoose(contact)}>
            {contact}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
