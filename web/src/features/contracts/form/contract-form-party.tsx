import { Button, Group, Text } from '@mantine/core';
import { isContractorLocked } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { Warning } from '../../../components/warning.tsx';
import { WideField } from '../../../ui/form/form-shell.tsx';
import { NoWrapPostCode } from '../../../ui/no-wrap-post-code.tsx';
import { noBreak } from '../../../words/format.ts';
import { ContractorSelect } from '../../contractors/contractor-select.tsx';
import { useChosenContractor, useContractorChange } from './contract-form-contractor.ts';
import { FORM_TEXTS, LOCKED_CONTRACTOR } from './contract-form-texts.ts';
import type { ContractForm } from './contract-form-values.ts';

type Props = { side: Side; form: ContractForm; record: ContractRecord | null };

/** The fields of the contractor. */
export function ContractParty({ side, form, record }: Props) {
  const isLocked = record !== null && isContractorLocked(record);
  const { change, typedAddress } = useContractorChange(side, form);
  const contractor = useChosenContractor(side, form);
  return (
    <>
      <WideField>
        <ContractorSelect
          side={side}
          control={form.control}
          name="contractorId"
          disabled={isLocked}
          description={isLocked ? LOCKED_CONTRACTOR[side] : undefined}
          onPick={(id) => void change(id)}
        />
        {contractor ? <Identity contractor={contractor} /> : null}
      </WideField>
      {typedAddress === null ? null : (
        <WideField>
          <Warning>
            <NoWrapPostCode text={FORM_TEXTS[side].typedAddressKept(formatAddress(typedAddress.address))} />
            {typedAddress.replace === null ? null : (
              <Group mt="xs">
                <Button variant="default" size="compact-sm" onClick={typedAddress.replace}>
                  {FORM_TEXTS[side].takeAddress}
                </Button>
              </Group>
            )}
          </Warning>
        </WideField>
      )}
    </>
  );
}

function Identity({ contractor }: { contractor: ContractorRecord }) {
  const numbers = [
    contractor.companyName === null ? '' : `Kod: ${contractor.companyName}`,
    contractor.nip === null ? '' : `NIP: ${contractor.nip}`,
    contractor.pesel === null ? '' : `PESEL: ${contractor.pesel}`,
    contractor.phoneNumber === null ? '' : noBreak(`Tel. ${contractor.phoneNumber}`),
  ].filter((text) => text !== '');
  return (
    <Text
      component="output"
      fz="sm"
      c="dimmed"
      display="block"
      mt={4}
      lh={1.5}
      style={{ overflowWrap: 'anywhere' }}
    >
      {numbers.join(' · ')}
      <br />
      <NoWrapPostCode text={formatAddress(contractor)} />
    </Text>
  );
}
