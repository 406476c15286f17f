import { Paper, Stack, Text } from '@mantine/core';
import { redirectTransport, type TransportRow } from '@spichlerz/shared/calls/transports';
import { whyNotRedirect } from '@spichlerz/shared/domain/transport';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { EMPTY, formatDate, formatPrice, orEmpty } from '@spichlerz/shared/words/figures';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { FactLines } from '../../components/fact-lines.tsx';
import { MoneyField, QuantityField } from '../../components/field/unit-fields.tsx';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SearchSelectField } from '../../ui/field/search-select-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { optionalRemark, requiredChoice, requiredDay, requiredInteger } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { NoWrapPostCode } from '../../ui/no-wrap-post-code.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { transportWithQuantity } from './dialog-transport.ts';
import { UnloadingDateWarning } from './form/contract-date-warnings.tsx';
import { TransportNoteField } from './form/transport-fields.tsx';
import {
  MOVE_IS_LOADING,
  MoveSummary,
  MoveWarnings,
  type PlannedMove,
  useMoveTargets,
  usePlannedMove,
  whyNotMove,
} from './move.tsx';
import { type ChangeLabel, transportChanges } from './transport-changes.ts';
import { dialogTransportOf, statusConflict } from './transport-texts.ts';
import { type FormPart, useOthersChanges } from './use-others-changes.ts';
import { useStoredTransport } from './use-stored-transport.ts';

type Props = { transport: TransportRow; onClose: () => void };

const schemaOf = (dateLoading: string, disabledReason: string | null) =>
  z.object({
    newSalesId: requiredChoice<number>().superRefine((_id, context) => {
      if (disabledReason !== null) context.addIssue({ code: 'custom', message: disabledReason });
    }),
    dateUnloading: requiredDay().refine((day) => day >= dateLoading, {
      message: 'Rozładunek nie może być wcześniejszy niż załadunek.',
    }),
    freightPerTonne: requiredInteger(),
    comment: optionalRemark(),
    // shown by the dialog but not editable
    quantityKg: requiredInteger(),
    dateLoading: requiredDay(),
  });

/** Redirects a transport to another sales contract. A form comes first, then a summary to confirm. */
export function RedirectDialog({ transport, onClose }: Props) {
  const { stored, save } = useStoredTransport(transport, (fresh) =>
    whyNotRedirect(fresh.status) === null
      ? null
      : statusConflict(transport, fresh, 'nie można go już przekierować'),
  );
  const isRedirectable = whyNotRedirect(stored.status) === null;
  const moved = dialogTransportOf(stored);
  const source = useMoveTargets('redirect', 'sales', moved);
  const [newSalesId, setNewSalesId] = useState<number | null>(null);
  const planned = usePlannedMove('redirect', 'sales', moved, newSalesId);
  const disabledReason = whyNotMove(planned);
  const others = useOthersChanges(valuesOf(transport));
  const form = useZodForm(schemaOf(stored.dateLoading, disabledReason), others.first);
  const { control } = form;
  const dateUnloading = useWatch({ control, name: 'dateUnloading' });
  useEffect(() => {
    if (newSalesId !== null && disabledReason !== MOVE_IS_LOADING) void form.trigger('newSalesId');
  }, [form, newSalesId, disabledReason]);

  return (
    <FormDialog
      title={`Przekieruj transport ${transport.registrationNumber}`}
      form={form}
      onClose={onClose}
      readOnly={!isRedirectable}
      saveLabel="Dalej"
      confirm={(values) => ({
        title: 'Przekierować transport?',
        message: (
          <MoveSummary move={planned} intro={introOf(stored, planned)}>
            {planned.target ? <CarrierNotice transport={stored} target={planned.target} {...values} /> : null}
          </MoveSummary>
        ),
        confirmLabel: 'Przekieruj',
      })}
      onSave={async ({ dateLoading: _fixed, ...values }) => {
        const comment = values.comment ?? null;
        const body = { ...values, comment, transportId: stored.id, version: stored.version };
        await save(
          () => call(redirectTransport, { body }),
          (fresh) =>
            fresh.salesId === values.newSalesId &&
            fresh.dateUnloading === values.dateUnloading &&
            fresh.freightPerTonne === values.freightPerTonne &&
            fresh.comment === comment,
          (fresh) => others.take(form, PARTS, valuesOf(fresh)),
        );
      }}
      onSaved={() => notifySuccess(transport.registrationNumber, 'Przekierowano transport')}
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          {stored.version === transport.version ? null : (
            <ConflictNotice
              key={stored.version}
              changes={others.mark(transportChanges(transport, stored))}
              onLoadCurrent={isRedirectable ? others.loadCurrent(form) : undefined}
            />
          )}
          <FieldGrid columns={2}>
            <WideField>
              <SearchSelectField
                control={control}
                name="newSalesId"
                label="Nowy kontrakt sprzedaży"
                source={source}
                onPick={(option) => setNewSalesId(option?.value ?? null)}
                // always rendered, so that selecting a target does not move the layout
                description={
                  <NoWrapPostCode
                    text={`Miejsce rozładunku: ${planned.target ? formatAddress(planned.target.address) : EMPTY}`}
                  />
                }
                required
                data-autofocus
              />
            </WideField>
            <QuantityField control={control} name="quantityKg" label="Ilość" disabled />
            <MoneyField
              control={control}
              name="freightPerTonne"
              label="Fracht za tonę"
              currency={stored.currency}
              perTonne
              required
            />
            <DateField
              control={control}
              name="dateLoading"
              label="Data załadunku"
              clearable={false}
              disabled
            />
            <DateField
              control={control}
              name="dateUnloading"
              label="Data rozładunku"
              clearable={false}
              excludeDate={(day) => day < stored.dateLoading}
              required
            />
            <WideField>
              <TransportNoteField control={control} name="comment" />
            </WideField>
          </FieldGrid>
          <MoveWarnings move={planned} />
          {planned.target ? <UnloadingDateWarning day={dateUnloading} sale={planned.target} /> : null}
        </Stack>
      </ReadableWhenDisabled>
    </FormDialog>
  );
}

type Values = z.input<ReturnType<typeof schemaOf>>;

const PARTS: readonly (FormPart<Values> & { label: ChangeLabel })[] = [
  // a separate part, so that another user's redirect does not replace the selected target
  { label: 'Kontrakt sprzedaży', fields: ['newSalesId'] },
  { label: 'Fracht za tonę', fields: ['freightPerTonne'] },
  { label: 'Data rozładunku', fields: ['dateUnloading'] },
  { label: 'Uwagi', fields: ['comment'] },
];

function valuesOf(row: TransportRow): Values {
  return {
    newSalesId: null,
    dateUnloading: row.dateUnloading,
    freightPerTonne: row.freightPerTonne,
    comment: row.comment ?? '',
    quantityKg: row.quantityKg,
    dateLoading: row.dateLoading,
  };
}

function introOf(transport: TransportRow, { target }: PlannedMove): string {
  const place = target ? `${target.recipient?.name ?? ''}, kontrakt ${contractNumber(target)}` : '';
  return `${transportWithQuantity(dialogTransportOf(transport))}, pojedzie do odbiorcy: ${place}.`;
}

type NoticeProps = {
  transport: TransportRow;
  target: ContractRow;
  dateUnloading: string;
  freightPerTonne: number;
  comment: string | undefined;
};

/** The changes that the user must report to the carrier: the new place and day, the freight and the note. */
function CarrierNotice({ transport, target, dateUnloading, freightPerTonne, comment }: NoticeProps) {
  const { carrierName, driverName, phoneNumber, currency } = transport;
  const lines = [
    ['Miejsce rozładunku', <NoWrapPostCode key="place" text={formatAddress(target.address)} />],
    ['Data rozładunku', formatDate(dateUnloading)],
    ['Fracht za tonę', formatPrice(freightPerTonne, currency)],
    ['Uwagi', <NoWrapPostCode key="comment" text={orEmpty(comment)} />],
  ] as const;
  return (
    <Paper withBorder p="sm">
      <Text fw={600}>Do przekazania przewoźnikowi</Text>
      <Text fz="sm" c="dimmed" mb={4} style={{ overflowWrap: 'anywhere' }}>
        {[carrierName, driverName].join(', ')}, <span style={{ whiteSpace: 'nowrap' }}>{phoneNumber}</span>
      </Text>
      <FactLines lines={lines} valueStyle={{ whiteSpace: 'pre-line' }} />
    </Paper>
  );
}
