import { linkOptions } from '@tanstack/react-router';

/* Links to the list, the forms and the import of contractors, per side. */
export const contractorListLink = {
  purchase: linkOptions({ to: '/data/supplier-list' }),
  sales: linkOptions({ to: '/data/recipient-list' }),
};

export const createContractorLink = {
  purchase: linkOptions({ to: '/data/supplier-list/form' }),
  sales: linkOptions({ to: '/data/recipient-list/form' }),
};

export const importContractorsLink = {
  purchase: linkOptions({ to: '/data/supplier-list/import' }),
  sales: linkOptions({ to: '/data/recipient-list/import' }),
};

const supplierForm = (id: number) =>
  linkOptions({ to: '/data/supplier-list/form/$id', params: { id: String(id) } });
const recipientForm = (id: number) =>
  linkOptions({ to: '/data/recipient-list/form/$id', params: { id: String(id) } });

export const contractorLink = { purchase: supplierForm, sales: recipientForm };
