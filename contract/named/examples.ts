/** What examples of requests and responses are made of. */
import type { z } from 'zod';

/** A schema, and an example of a request or response body. */
export interface Named {
  schema: z.ZodType;
  example: unknown;
}

export function named<S extends z.ZodType>(schema: S, example: z.input<S>): Named {
  return { schema, example };
}

export const ORDER_ID = '0199e1a2-7c31-7000-9d2e-5b1c0a9f4e21';
export const PURCHASE_ID = '0199b2c4-5f00-7a10-8c21-3d4e5f60718a';
export const PRODUCT_ID = '0199e1a2-1b06-7000-8c11-3f6d2e7a9b40';
export const ID = '0199e1a3-40d2-7000-a7f5-91c8e0b6d372';
export const TIME = '2026-03-02T09:30:00.000Z';

export const buyer = { name: 'Demo Buyer', email: 'buyer@example.com' };
export const product = {
  name: 'AeroFlow 120 Case Fan',
  image: '/images/fan-120.webp',
  shortDetails: '120 mm, PWM, 56 CFM',
  minOrder: 200,
  available: 24_000,
  price: 3.85,
  multiple: 50,
  priceBreaks: [
    { from: 1000, price: 3.6 },
    { from: 5000, price: 3.425 },
  ],
};
export const facts = {
  sku: 'AF-120-B',
  maker: 'AeroFlow',
  mpn: 'AF120B-PWM',
  ean: '4006381333931',
  package: { name: 'box', pieces: 50 },
  leadDays: 2,
  lifecycle: 'active' as const,
  weightGrams: 145,
};
export const datasheet = {
  kind: 'datasheet' as const,
  name: 'Datasheet',
  url: `/files/${'9f86d081'.repeat(8)}.pdf`,
};
export const shipTo = {
  name: buyer.name,
  company: 'Compilers Ltd',
  street: ['1 Dock Road', 'Gate 4'],
  city: 'Oakland',
  postcode: '94607',
  region: 'CA',
  country: 'US',
  phone: '+1 555 0100',
};
