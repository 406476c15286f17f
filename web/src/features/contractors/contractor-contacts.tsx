import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import { useFieldArray } from 'react-hook-form';
import { PhoneField } from '../../components/field/phone-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AddButton, FormListItem } from '../../ui/form/form-list.tsx';
import { FormSection, WideField } from '../../ui/form/form-shell.tsx';
import { type ContractorForm, NEW_CONTACT } from './contractor-form-values.ts';

const FIRST_IS_REQUIRED = 'Pierwszego kontaktu nie można usunąć.';
const STORED_FIRST_IS_REQUIRED =
  'Ten kontakt jest zapisany jako pierwszy. Zapisz nową kolejność, a potem będzie można go usunąć.';
const LIST_IS_FULL = `Kontrahent może mieć najwyżej ${CONTRACTOR_LIST_MAX} kontaktów.`;

export function ContractorContacts({ form: { control, formState } }: { form: ContractorForm }) {
  const storedFirst = formState.defaultValues?.contactList?.[0]?.id ?? null;
  const whyNotRemove = (index: number, id: number | null) =>
    index === 0 ? FIRST_IS_REQUIRED : id !== null && id === storedFirst ? STORED_FIRST_IS_REQUIRED : null;
  const list = useFieldArray({ control, name: 'contactList', keyName: 'key' });
  return (
    <FormSection title="Kontakty" columns={3}>
      {list.fields.map(({ key, id }, index) => (
        <FormListItem
          key={key}
          title={`Kontakt ${index + 1}`}
          removeLabel={`Usuń: kontakt ${index + 1}`}
          disabledReason={whyNotRemove(index, id)}
          position={{ index, count: list.fields.length, onMove: (to) => list.move(index, to) }}
          onRemove={() => list.remove(index)}
        >
          <TextField
            control={control}
            name={`contactList.${index}.name`}
            label="Nazwa kontaktu"
            placeholder="np. Właściciel, Biuro, Waga"
            required={index > 0 || id !== null}
          />
          <TextField control={control} name={`contactList.${index}.firstName`} label="Imię" />
          <TextField control={control} name={`contactList.${index}.lastName`} label="Nazwisko" />
          <PhoneField control={control} name={`contactList.${index}.phoneNumber`} label="Telefon" />
          <TextField control={control} name={`contactList.${index}.email`} label="E-mail" type="email" />
        </FormListItem>
      ))}
      <WideField>
        <AddButton
          label="Dodaj kontakt"
          disabledReason={list.fields.length >= CONTRACTOR_LIST_MAX ? LIST_IS_FULL : null}
          onAdd={() => list.append(NEW_CONTACT)}
        />
      </WideField>
    </FormSection>
  );
}
