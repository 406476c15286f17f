import type { Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { TestUser } from './test-user.ts';

/** Reads a contract and converts it to the form that changes it. */
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

/** Saves the form of a contract with these changes. A change to undefined omits the field. */
export async function changeContract(user: TestUser, side: Side, id: number, changes: object): Promise<void> {
  // The fields come from the reply and from `changes`, so their types are not known.
  const body = { ...(await contractForm(user, side, id)), ...changes } as never;
  await user.call(contracts[side].change, { params: { id }, body });
}
