import { linkOptions } from '@tanstack/react-router';

/** Links to the list and the forms of carriers. */
export const carrierListLink = linkOptions({ to: '/data/carrier-list' });

export const createCarrierLink = linkOptions({ to: '/data/carrier-list/form' });

export const carrierLink = (id: number) =>
  linkOptions({ to: '/data/carrier-list/form/$id', params: { id: String(id) } });
