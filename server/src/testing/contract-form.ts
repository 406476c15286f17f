import type { Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { TestUser } from './test-user.ts';

/** The form of a stored contract, ready to be sent back with a change. */
export async function contractForm(user: TestUser, side: Side, id: number) {
  const record = await user.call(contracts[side].dashboard, { params: { id } });
  const { mainCargoOption, additionalCargoOption, contactList, ...stored } = record;
  const option = ({
    price,
    rawMaterialQualityId,
    isContractualQuality,
    contractualQuality,
  }: typeof mainCargoOption) => ({
    price,
    isContractualQuality,
    ...(rawMaterialQualityId !== null && { rawMaterialQualityId }),
    ...(contractualQuality !== null && { contractualQuality }),
  });
  const optional = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
  return {
    ...optional,
    mainCargoOption: option(mainCargoOption),
    additionalCargoOption: additionalCargoOption.map((extra) => ({
      id: extra.id ?? 0,
      attachToContract: extra.attachToContract,
      ...option(extra),
    })),
    contactList,
  };
}

/** Saves the form of a contract with these changes; an undefined field is not sent. */
export async function changeContract(user: TestUser, side: Side, id: number, changes: object): Promise<void> {
  // the form is the reply's own, which the compiler takes for any object
  const body = { ...(await contractForm(user, side, id)), ...changes } as never;
  await user.call(contracts[side].change, { params: { id }, body });
}
