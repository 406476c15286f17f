import { carrierListLink } from '../carriers/carrier-links.ts';
import { contractorListLink } from '../contractor-links.ts';

/** The list that an import adds to. */
export const LIST_LINK = { ...contractorListLink, carrier: carrierListLink };
