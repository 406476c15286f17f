/*
 * Free texts and other costs of the demo company, and the names of its users. The seeded generator of
 * demo-random.ts picks the texts.
 */

type Texts = readonly [string, ...string[]];

/** The users of the demo company; the first one is the ADMIN. */
export const DEMO_COLLEAGUES = [
  { firstName: 'Elżbieta', lastName: 'Górska', role: 'ADMIN' },
  { firstName: 'Michał', lastName: 'Ratajczyk', role: 'USER' },
  { firstName: 'Justyna', lastName: 'Lis', role: 'USER' },
  { firstName: 'Konrad', lastName: 'Wysocki', role: 'USER' },
  { firstName: 'Patrycja', lastName: 'Domagała', role: 'USER' },
  { firstName: 'Wojciech', lastName: 'Sobczyk', role: 'ADMIN' },
] as const;

export const DEMO_CONTRACT_COMMENTS: Texts = [
  'Odbiór po wcześniejszym telefonie, najlepiej przed południem.',
  'Cena ustalona telefonicznie, potwierdzenie mailem.',
  'Załadunek tylko w dni robocze 7:00–15:00.',
  'Waga u dostawcy, kontrolnie ważymy przy rozładunku.',
  'Możliwy wjazd tylko dla wywrotek do 24 t.',
  'Płatność 21 dni od dostawy całości.',
  'Towar do odbioru prosto z pola, decyduje pogoda.',
  'Dostawca prosi o podział na dwa terminy.',
  'Awizacja dzień wcześniej do godziny 12:00.',
  'Zapłata po otrzymaniu faktury i kwitów wagowych.',
  'Stały dostawca, jakość jak w poprzednim sezonie.',
  'Kontrakt przedłużony o dwa tygodnie na prośbę odbiorcy.',
];

export const DEMO_TRANSPORT_COMMENTS: Texts = [
  'Kierowca dzwoni godzinę przed załadunkiem.',
  'Awizacja na 6:30, rampa 2.',
  'Wymagane mycie naczepy, kwit u kierowcy.',
  'Poprzedni ładunek: śruta rzepakowa.',
  'Rozładunek na przechył, bez ruchomej podłogi.',
  'Załadunek ładowarką dostawcy.',
  'Kolejka u odbiorcy, możliwy rozładunek dopiero rano.',
  'Dokumenty do odebrania w biurze przy wadze.',
  'Auto z plandeką, towar nie może zmoknąć.',
  'Drugi kurs tego samego dnia.',
];

export const DEMO_RETURN_REASONS: Texts = [
  'Odbiorca odrzucił: wilgotność 16,8%.',
  'Żywe szkodniki w próbie, powrót do dostawcy.',
  'Zbyt niska gęstość, brak zgody na potrącenie.',
  'Obcy zapach, partia nieprzyjęta.',
];

export const DEMO_DEDUCTIONS: Texts = [
  'Wilgotność 15,4%: potrącenie 8,00 zł/t.',
  'Zanieczyszczenia 3,1%: potrącenie 5,50 zł/t.',
  'Gęstość 74,2 kg/hl: potrącenie 10,00 zł/t.',
  'Białko 12,1%: rozliczone jak 12,0%.',
  'Suszenie 2%: 24,00 zł/t.',
  'Zaolejenie 39,2%: potrącenie 1,5% ceny.',
];

export const DEMO_SETTLEMENT_DETAILS: Texts = [
  'Rozliczono według wagi odbiorcy.',
  'Rozliczono według wagi dostawcy, zgoda handlowca.',
  'Wynik z laboratorium odbiorcy, arbitraż niepotrzebny.',
  'Część partii w niższej klasie.',
  'Faktura zbiorcza na koniec tygodnia.',
];

export const DEMO_FREIGHT_DETAILS: Texts = [
  'Stawka jak w zleceniu.',
  'Doliczony postój 4 h.',
  'Kurs powrotny z ładunkiem, niższa stawka.',
  'Faktura zbiorcza za tydzień.',
];

/** Other costs of transports, with their amounts in minor units. */
export const DEMO_COSTS = [
  { kind: 'DEMURRAGE', amount: 40_000, note: 'Postój 4 h na rozładunku' },
  { kind: 'LAB', amount: 18_450, note: 'Próba arbitrażowa' },
  { kind: 'COMMISSION', amount: 12_500, note: 'Pośrednik z giełdy' },
] as const;

export const DEMO_REOPEN_REASONS: Texts = [
  'Pomyłka w numerze faktury.',
  'Kontrahent przysłał korektę.',
  'Zła data wystawienia, poprawiono po rozmowie z księgowością.',
];

export const DEMO_CONTRACTUAL_QUALITIES: Texts = [
  'Według próby z 12 lipca',
  'Jak widziane i pobrane w silosie',
  'Białko min. 13%, bez gwarancji liczby opadania',
  'Partia porośnięta, tylko na paszę',
];
