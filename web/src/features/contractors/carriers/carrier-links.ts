import { linkOptions } from '@tanstack/react-router';

/* Links to the list, the forms and the import of carriers. */
export const carrierListLink = linkOptions({ to: '/data/carrier-list' });

export const importCarriersLink = linkOptions({ to: '/data/carrier-list/import' });

export const createCarrierLink = linkOptions({ to: '/data/carrier-list/form' });

export const carrierLink = (id: number) =>
  linkOptions({ to: '/data/carrier-list/form/$id', params: { id: String(id) } });
