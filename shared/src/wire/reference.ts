import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './field.ts';

const tag = 'Reference';

export const listCountries = endpoint({
  method: 'GET',
  path: '/dictionary/country-list',
  access: 'user',
  tag,
  summary: 'Lists countries with Polish names, Poland first.',
  reply: z.array(z.object({ code: z.string(), name: z.string() })),
});

export const listCounties = endpoint({
  method: 'GET',
  path: '/dictionary/county-list',
  access: 'user',
  tag,
  summary: 'Lists counties (powiaty) with their four-digit TERYT codes.',
  reply: z.array(z.object({ code: z.string(), name: z.string() })),
});

export const listRawMaterialTabs = endpoint({
  method: 'GET',
  path: '/cargo/tabs',
  access: 'user',
  tag,
  summary: 'Lists raw materials for the tabs, in display order.',
  reply: z.array(z.object({ id: id(), name: z.string() })),
});
