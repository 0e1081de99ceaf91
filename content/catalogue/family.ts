import type { NewProduct } from '#contract/products/schema.ts';

/** A product of the demo catalogue. Facts agree with what its picture shows. */
export interface DemoProduct extends Omit<NewProduct, 'image' | 'attachments'> {
  sku: string;
  /** Name of its picture: `content/pictures/products/<picture>-<width>.<avif|webp>`. */
  picture: string;
}

/** The maker of what carries the shop's own brand. */
export const HOUSE = 'Northbridge';

/** What the parts of a family share. */
interface Shared
  extends Pick<DemoProduct, 'category' | 'picture' | 'minOrder' | 'package' | 'leadDays' | 'multiple'> {
  maker?: string;
  attributes?: DemoProduct['attributes'];
  /** Price breaks: from how many pieces on, and how many percent below the part's price. */
  breaks: readonly (readonly [from: number, percent: number])[];
}

/** What is a part's own. It may also say otherwise than its family. */
type Own = Pick<
  DemoProduct,
  'sku' | 'mpn' | 'name' | 'shortDetails' | 'price' | 'available' | 'weightGrams' | 'attributes'
> &
  Partial<DemoProduct>;

/** Makes a family's parts of a table: `part` says what a row means. */
export function family<Row extends unknown[]>(
  { breaks, ...shared }: Shared,
  part: (...row: Row) => Own,
  rows: Row[],
): DemoProduct[] {
  return rows.map((row) => {
    const own = part(...row);
    return {
      maker: HOUSE,
      ...shared,
      ...own,
      attributes: { ...shared.attributes, ...own.attributes },
      priceBreaks: breaks.map(([from, percent]) => ({ from, price: lower(own.price, percent) })),
    };
  });
}

/** A price some percent lower: to the cent, and to a hundredth of a cent where that is much. */
function lower(price: number, percent: number): number {
  const steps = price < 20 ? 10_000 : 100;
  return Math.round(price * (1 - percent / 100) * steps) / steps;
}

/** Facts of a part that is no longer made and is sold until it is gone. */
export const lastBuy: Partial<DemoProduct> = { lifecycle: 'last_buy' };

/** Facts of a part that is no longer made, with the part that takes its place. */
export const obsolete = (
  sku: string,
  kind: 'same' | 'better' | 'similar',
  note?: string,
): Partial<DemoProduct> => ({
  lifecycle: 'obsolete',
  substitutes: [{ sku, kind, ...(note && { note }) }],
});
