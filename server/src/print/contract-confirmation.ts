import { toleranceOf, toleranceRange } from '@spichlerz/shared/domain/contract';
import type { ReadingSource, WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { READING_SOURCE_LABELS, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatDateRange, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { formatConclusion, formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { formatTolerance } from '@spichlerz/shared/words/tolerance';
import type { Content } from 'pdfmake';
import type { Company } from './company.ts';
import {
  facts,
  type Letterhead,
  letterhead,
  type Panel,
  panels,
  section,
  signatures,
  table,
} from './layout.ts';
import { companyPanel, type PrintedContractor, partyPanel } from './party.ts';
import type { Printout } from './printout.ts';

/**
 * The county of the certificate's origin. Its name is, for example, `powiat bolesławiecki` or that of a city.
 */
export type PrintedCounty = { readonly name: string; readonly voivodeship: string };

type Parts = {
  readonly side: Side;
  readonly contract: ContractRecord;
  readonly contractor: PrintedContractor;
  readonly county: PrintedCounty | undefined;
  /** The variant of the raw material. */
  readonly variant: string | undefined;
  readonly quality: QualityTerms;
  /** The parameters of each price option's quality, by the id of the option; 0 is the main one. */
  readonly parameters: ReadonlyMap<number, string>;
};

/** The factors of the price, which a contract with a farmer must state. */
export type QualityTerms = {
  readonly weightBasis: WeightBasis;
  readonly readingSource: ReadingSource;
  /** One sentence per rule. */
  readonly rules: readonly string[];
};

const KIND: BySide<string> = {
  purchase: 'Potwierdzenie kontraktu zakupu',
  sales: 'Potwierdzenie kontraktu sprzedaży',
};

const SELLER = 'Sprzedający';
const BUYER = 'Kupujący';

/** The company buys on a purchase and sells on a sale. The seller is on the left. */
const PARTIES: BySide<(company: Company, contractor: PrintedContractor) => [Panel, Panel]> = {
  purchase: (company, contractor) => [partyPanel(SELLER, contractor), companyPanel(BUYER, company)],
  sales: (company, contractor) => [companyPanel(SELLER, company), partyPanel(BUYER, contractor)],
};

const CANCELLED = 'ANULOWANY';
const NOT_SIGNED = 'Kontrakt został anulowany, dlatego tego dokumentu się nie podpisuje.';

/**
 * Prints the agreed terms with signature lines for both parties; a cancelled contract has no signature lines.
 */
export function contractConfirmation(
  head: Letterhead,
  { side, contract, contractor, county, variant, quality, parameters }: Parts,
): Printout {
  const number = contractNumber(contract);
  const words = SIDE_LABELS[side];
  const printedOptions = contract.priceOptions.filter(
    (option) => option.isMainOption || option.attachToContract,
  );
  const isCancelled = contract.status === 'CANCELLED';
  return {
    // the title is also the header of further pages and the file name
    title: `${KIND[side]} ${number}${isCancelled ? ' (anulowany)' : ''}`,
    issuer: head.company.name,
    content: [
      ...letterhead(head, { kind: KIND[side], number, mark: isCancelled ? CANCELLED : null }),
      panels(...PARTIES[side](head.company, contractor)),
      section('Towar i ilość'),
      facts([
        ['Surowiec', [contract.rawMaterial.name, variant].filter(Boolean).join(', ')],
        ['Jakość', contract.rawMaterialQualityTitle],
        ['Ilość', formatTonnes(contract.quantityKg)],
        ['Tolerancja', toleranceLines(contract)],
      ]),
      section('Cena'),
      table(
        [
          {
            header: 'Opcja cenowa',
            width: 110,
            cell: (option) => (option.isMainOption ? 'Główna' : 'Dodatkowa'),
          },
          {
            header: 'Jakość i jej parametry',
            width: '*',
            cell: ({ id, rawMaterialQualityTitle }) =>
              [rawMaterialQualityTitle, parameters.get(id ?? 0)].filter(Boolean).join(': '),
          },
          {
            header: 'Cena netto',
            width: 110,
            isFigure: true,
            cell: (option) => formatPrice(option.price, contract.currency),
          },
        ],
        printedOptions,
      ),
      section('Warunki'),
      facts([
        [words.receiptDates, formatDateRange(contract.dateOfReceiptFrom, contract.dateOfReceiptTo)],
        ['Warunki dostawy', contract.fcaCpt ? 'FCA' : 'CPT'],
        [words.freightPlace, formatAddress(contract.address)],
        ['Wymagania', requirementLines(contract, county)],
        ['Opiekun', contract.owner],
        ['Waluta', contract.currency],
        ['Termin płatności', formatPaymentDays(contract.paymentDays)],
        ...weightTerm(quality),
        ['Uwagi', orEmpty(contract.printedRemarks)],
      ]),
      ...qualityAnnex(quality),
      {
        // signature lines must not be alone on a page, because they would confirm nothing
        unbreakable: true,
        stack: [
          facts([['Data i miejsce zawarcia', formatConclusion(contract)]]),
          isCancelled ? NOT_SIGNED : signatures(SELLER, BUYER),
        ],
      },
    ],
  };
}

/** Returns the weight basis, unless an annex states it or it is the usual unloaded weight. */
function weightTerm({ rules, weightBasis }: QualityTerms): [string, string][] {
  if (rules.length > 0 || weightBasis === 'UNLOADING') return [];
  return [['Waga rozliczeniowa', WEIGHT_BASIS_LABELS[weightBasis]]];
}

/** The annex with the discount rules of a contract. */
function qualityAnnex({ rules, weightBasis, readingSource }: QualityTerms): Content[] {
  if (rules.length === 0) return [];
  return [
    section('Załącznik: rozliczenie jakości i wagi'),
    facts([
      ['Waga rozliczeniowa', WEIGHT_BASIS_LABELS[weightBasis]],
      ['Wyniki badań', `${READING_SOURCE_LABELS[readingSource]}; wynik arbitra rozstrzyga`],
      ['Reguły', rules],
    ]),
  ];
}

function toleranceLines(contract: ContractRecord): readonly string[] {
  const tolerance = toleranceOf(contract);
  if (tolerance === null) return [EMPTY];
  const { fromKg, toKg } = toleranceRange({ quantityKg: kilograms(contract.quantityKg), tolerance });
  return [formatTolerance(tolerance), `od ${formatTonnes(fromKg)} do ${formatTonnes(toKg)}`];
}

function requirementLines(contract: ContractRecord, county: PrintedCounty | undefined): readonly string[] {
  const cert = county === undefined ? 'CERT' : `CERT, ${county.name} (województwo ${county.voivodeship})`;
  const lines = [
    ...(contract.isGmp ? ['GMP'] : []),
    ...(contract.isCert ? [cert] : []),
    ...(contract.isFor ? ['FOR'] : []),
  ];
  return lines.length === 0 ? [EMPTY] : lines;
}
