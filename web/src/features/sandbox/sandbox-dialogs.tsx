import { Button, Group, Stack, Text } from '@mantine/core';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useState } from 'react';
import { z } from 'zod';
import { QuantityField } from '../../components/field/unit-fields.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { requiredChoice, requiredDay, requiredInteger, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifyError, notifySuccess, notifyWarning } from '../../ui/overlay/notify.tsx';
import { labelOptions } from '../../words/labels.ts';

const wait = () => new Promise((resolve) => setTimeout(resolve, 700));

export function SandboxDialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <Group>
        <Button onClick={() => setOpen(true)}>Okno formularza</Button>
        <Button variant="default" onClick={confirmDelivery}>
          Potwierdzenie
        </Button>
        <Button variant="default" onClick={() => confirmRemoval(() => wait())}>
          Usuwanie
        </Button>
        <Button
          variant="default"
          onClick={() => confirmRemoval(() => wait().then(() => Promise.reject(new Error('offline'))))}
        >
          Nieudane usuwanie
        </Button>
      </Group>
      <Group>
        <Button variant="default" onClick={() => notifySuccess('Z/2026/0001', 'Zapisano kontrakt')}>
          Powodzenie
        </Button>
        <Button
          variant="default"
          onClick={() => notifyWarning('Odbiorca wymaga GMP, a transport go nie ma.')}
        >
          Ostrzeżenie
        </Button>
        <Button
          variant="default"
          onClick={() =>
            notifyError(
              'Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie.',
              'Nie udało się zapisać',
            )
          }
        >
          Błąd
        </Button>
      </Group>
      {isOpen ? <TransportDialog onClose={() => setOpen(false)} /> : null}
    </Stack>
  );
}

function confirmDelivery(): void {
  confirmAction({
    title: 'Oznaczyć transport jako opłacony?',
    message: 'Transport PO 12345, 25,000 t, zostanie oznaczony jako opłacony. Wpis nie będzie edytowalny.',
    confirmLabel: 'Oznacz jako opłacony',
    action: wait,
  });
}

function confirmRemoval(action: () => Promise<unknown>): void {
  confirmAction({
    title: 'Usunąć transport?',
    message: 'Transport PO 12345, 25,000 t, zostanie usunięty, a jego ilość wróci do alokacji.',
    confirmLabel: 'Usuń',
    danger: true,
    action,
  });
}

const schema = z.object({
  registrationNumber: requiredText(20),
  status: requiredChoice<string>(),
  quantity: requiredInteger(),
  loading: requiredDay(),
});

function TransportDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(schema, { registrationNumber: '', status: 'NEW', quantity: 25_000, loading: '' });
  const { control } = form;
  return (
    <FormDialog
      title="Nowy transport"
      form={form}
      onClose={onClose}
      onSave={wait}
      onSaved={() => notifySuccess('PO 12345', 'Dodano transport')}
      consequence={<Text span fz="sm">{`Z alokacji ubędzie ${formatTonnes(form.watch('quantity'))}.`}</Text>}
    >
      <FieldGrid>
        <TextField
          control={control}
          name="registrationNumber"
          label="Nr rejestracyjny"
          required
          data-autofocus
        />
        <SelectField
          control={control}
          name="status"
          label="Status"
          options={labelOptions(TRANSPORT_STATUS_LABELS)}
          required
        />
        <QuantityField control={control} name="quantity" label="Ilość" required />
        <DateField control={control} name="loading" label="Data załadunku" required />
      </FieldGrid>
    </FormDialog>
  );
}
