import type { AllocationWarning } from '@spichlerz/shared/domain/allocation';

/** Warnings about allowed actions that the user should check. */
export const ALLOCATION_WARNINGS: Record<AllocationWarning, string> = {
  moreThanContractValues:
    'Ta ilość przekracza to, co zostało do zaalokowania na obu kontraktach. Mieści się w tolerancji.',
  moreThanSaleValue:
    'Ta ilość przekracza to, co zostało do zaalokowania na kontrakcie sprzedaży. Mieści się w tolerancji.',
  moreThanPurchaseValue:
    'Ta ilość przekracza to, co zostało do zaalokowania na kontrakcie zakupu. Mieści się w tolerancji.',
  requiredGmp: 'Kontrakt sprzedaży wymaga GMP, a kontrakt zakupu go nie ma.',
  requiredCert: 'Kontrakt sprzedaży wymaga certyfikatu, a kontrakt zakupu go nie ma.',
  requiredCertAndGmp: 'Kontrakt sprzedaży wymaga GMP i certyfikatu, a kontrakt zakupu ich nie ma.',
};

export const DATES_DO_NOT_OVERLAP = 'Terminy odbioru i dostawy tych kontraktów się nie pokrywają.';
export const QUALITIES_DIFFER = 'Jakość na kontrakcie zakupu jest inna niż na kontrakcie sprzedaży.';
export const TRANSPORT_WITHOUT_GMP = 'Kontrakt sprzedaży wymaga GMP, a transport go nie ma.';
