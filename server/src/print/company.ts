/** The company's data in printouts. */
export type Company = {
  readonly name: string;
  readonly address: string;
  readonly nip: string;
  readonly phone: string | undefined;
  readonly email: string | undefined;
};

export const DEMO_COMPANY: Company = {
  name: 'Spichlerz Handel Zbożem sp. z o.o.',
  address: 'Spichrzowa 12, 60-185 Poznań',
  nip: '7771230003',
  phone: '+48 61 555 01 23',
  email: 'biuro@spichlerz.test',
};

/** The company until COMPANY_* is set, so that no printout has the name of another company. */
export const NO_COMPANY: Company = {
  name: 'Dane firmy nie są jeszcze ustawione',
  address: '-',
  nip: '-',
  phone: undefined,
  email: undefined,
};
