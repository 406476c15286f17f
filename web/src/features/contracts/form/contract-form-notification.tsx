import { SwitchField } from '../../../ui/field/switch-field.tsx';
import { TagsField } from '../../../ui/field/tags-field.tsx';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import type { ContractForm } from './contract-form-values.ts';

/** The e-mail recipients of the notification, which is sent only once, when the contract is created. */
export function ContractNotification({ form: { control } }: { form: ContractForm }) {
  return (
    <FormSection
      title="Powiadomienia"
      columns={1}
      hint="Wiadomość o nowym kontrakcie zostanie wysłana na te adresy."
    >
      <WideField>
        <TagsField
          control={control}
          name="emailNotificationList"
          label="Adresy e-mail"
          placeholder="Wpisz adres i naciśnij Enter"
          inputMode="email"
          maxTags={50}
        />
      </WideField>
      <WideField>
        <SwitchField
          control={control}
          name="attachConfirmation"
          label="Dołącz potwierdzenie PDF"
          description="Potwierdzenie kontraktu do podpisu, takie jak z przycisku „Drukuj potwierdzenie”."
        />
      </WideField>
    </FormSection>
  );
}
