import { demoPesel, demoPhone, mailName, type Random } from './demo-random.ts';
import type { DemoSupplier } from './demo-supplier.ts';

/** A farm: code, farmer, village, post town and code, powiat (county) and relatives. */
type Farm = readonly [
  code: string,
  firstName: string,
  lastName: string,
  village: string,
  postCode: string,
  town: string,
  countyCode: string,
  family: readonly string[],
];

const FARMS: readonly Farm[] = [
  ['WOLNY', 'Stanisław', 'Wolny', 'Polanowice', '88-150', 'Kruszwica', '0407', ['Halina']],
  ['KACZMAREK-J', 'Janusz', 'Kaczmarek', 'Ludzisko', '88-160', 'Janikowo', '0407', []],
  ['GR-MARKOWICE', 'Tomasz', 'Nowicki', 'Markowice', '88-320', 'Strzelno', '0409', ['Ewa', 'Kamil']],
  ['PRZYBYLSKI', 'Wojciech', 'Przybylski', 'Działyń', '62-270', 'Kłecko', '3003', ['Danuta']],
  ['GR-MIELŻYN', 'Andrzej', 'Stachowiak', 'Mielżyn', '62-230', 'Witkowo', '3003', []],
  ['BUGAJ-63', 'Katarzyna', 'Walkowiak', 'Bugaj', '62-320', 'Miłosław', '3030', ['Piotr']],
  ['TOMCZAK', 'Zbigniew', 'Tomczak', 'Nowe', '99-340', 'Krośniewice', '1002', ['Maria', 'Adam']],
  ['ŚLESZYN', 'Marek', 'Olczak', 'Śleszyn', '99-320', 'Żychlin', '1002', []],
  ['GOŚLUB', 'Krzysztof', 'Jagiełło', 'Goślub', '99-120', 'Piątek', '1004', ['Renata']],
  ['GR-RYSZEWKO', 'Paweł', 'Zieliński', 'Ryszewko', '74-200', 'Pyrzyce', '3212', ['Monika']],
  ['WOJCIESZYN', 'Dariusz', 'Hryniewicz', 'Wojcieszyn', '72-200', 'Nowogard', '3204', []],
  ['RODOWO', 'Grzegorz', 'Lewandowski', 'Rodowo', '82-550', 'Prabuty', '2207', ['Beata', 'Jakub']],
  ['GR-BĄGART', 'Mirosław', 'Szulc', 'Bągart', '82-440', 'Dzierzgoń', '2216', []],
  ['MARIANKA', 'Agnieszka', 'Romanowska', 'Marianka', '14-400', 'Pasłęk', '2804', ['Leszek']],
  ['MINGAJNY', 'Jerzy', 'Sawicki', 'Mingajny', '11-130', 'Orneta', '2809', ['Irena']],
  ['SUCHA-PSINA', 'Rafał', 'Kowol', 'Sucha Psina', '48-120', 'Baborów', '1602', ['Sabina']],
  ['JAWORÓW', 'Łukasz', 'Bielecki', 'Jaworów', '57-120', 'Wiązów', '0217', []],
  ['BODACZÓW', 'Henryk', 'Mazur', 'Bodaczów', '22-460', 'Szczebrzeszyn', '0620', ['Teresa', 'Michał']],
  ['MIKULIN', 'Bogdan', 'Kostrubiec', 'Mikulin', '22-630', 'Tyszowce', '0618', []],
  ['NABRÓŻ', 'Sławomir', 'Bździuch', 'Nabróż', '22-650', 'Łaszczów', '0618', ['Jolanta']],
  ['WIENIEC', 'Robert', 'Wiśniewski', 'Wieniec', '87-880', 'Brześć Kujawski', '0418', ['Anna']],
  ['KLIMONTÓW', 'Józef', 'Gądek', 'Klimontów', '32-100', 'Proszowice', '1214', []],
];

/** Returns farms that settle as flat-rate farmers (RR), each with its farmer, family and yard. */
export function demoFarms(random: Random): readonly DemoSupplier[] {
  return FARMS.map((farm) => farmSupplier(farm, random));
}

function farmSupplier(farm: Farm, random: Random): DemoSupplier {
  const [code, firstName, lastName, village, postCode, town, countyCode, family] = farm;
  const mailbox = `${mailName(firstName)}.${mailName(lastName)}`;
  const address = {
    countryCode: 'PL',
    city: town,
    street: village,
    buildingNumber: String(random.int(1, 78)),
    postCode,
  };
  const phoneNumber = demoPhone(random);
  const hasStore = random.chance(40);
  return {
    countyCode,
    form: {
      accountingMethod: 'RR',
      label: 'GR',
      companyName: code,
      firstName,
      lastName,
      email: `${mailbox}@gospodarstwo.test`,
      phoneNumber,
      pesel: demoPesel(random),
      ...address,
      addressList: [
        { name: 'Gospodarstwo', ...address },
        ...(hasStore ? [{ name: 'Silosy', ...address, buildingNumber: `${address.buildingNumber}A` }] : []),
      ],
      contactList: [
        { name: 'Rolnik', firstName, lastName, email: `${mailbox}@gospodarstwo.test`, phoneNumber },
        ...family.map((name) => ({
          name: `Rodzina: ${name}`,
          firstName: name,
          lastName: inFamily(name, lastName),
          phoneNumber: demoPhone(random),
        })),
      ],
    },
  };
}

/** Returns the surname in the form for a woman or a man. */
function inFamily(firstName: string, lastName: string): string {
  const isWoman = firstName.endsWith('a');
  const stem = lastName.replace(/(ski|cki|dzki|ska|cka|dzka)$/, '');
  if (stem === lastName) return lastName;
  return lastName.slice(0, -1) + (isWoman ? 'a' : 'i');
}
