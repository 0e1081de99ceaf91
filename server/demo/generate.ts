import type { NewProduct } from '#contract/products/schema.ts';
import { families } from './families.ts';
import { createRandom, type Random } from './random.ts';

/** The families together have as many parts, each the same number of them. */
export const MOST_PARTS = 1_000_000;

export type GeneratedProduct = NewProduct & { sku: string };

/** Shares no factor with the number of lines of any family, so that steps of this length reach each line once. */
const STEP = 7919;

/**
 * Generates parts as real catalogues have them: product lines whose part numbers share a long beginning and differ in few digits.
 * The families take turns. The same seed gives the same parts, whatever the range.
 * @param to the number of the last part, exclusive; at most MOST_PARTS
 */
export function generateProducts(from: number, to: number, seed: number): GeneratedProduct[] {
  return Array.from({ length: to - from }, (_, n) => generateProduct(from + n, seed));
}

function generateProduct(n: number, seed: number): GeneratedProduct {
  const family = families[n % families.length]!;
  const place = Math.floor(n / families.length);
  const line = (Math.floor(place / family.members) * STEP + seed * 31) % family.lines;
  const { picture, price: about, ...part } = family.part(line, place % family.members);
  const random = createRandom(`${seed} ${part.mpn}`);
  const price = Math.max(1, Math.round(about * (90 + random.below(21)))) / 100;
  const { pieces } = family.package;
  const minOrder = price < 1 ? pieces : random.pick([100, 100, 200, 250, 500]);
  const stock = random.chance(8) ? 0 : random.below(price < 1 ? 400 : 60) * minOrder;
  return {
    ...part,
    sku: part.mpn,
    price,
    image: `/images/${picture}.webp`,
    minOrder,
    multiple: family.wholePackages ? pieces : 1,
    available: random.chance(10) ? random.below(minOrder) : stock,
    priceBreaks: drawBreaks(price, Math.ceil(minOrder / pieces) * pieces, random),
    category: family.category,
    package: family.package,
    leadDays: random.pick([1, 2, 3, 5, 7, 10, 14, 21, 42]),
    lifecycle: random.chance(90) ? 'active' : random.pick(['last_buy', 'obsolete']),
  };
}

/** Draws up to four price breaks, each 2 to 5 % below the one before. */
function drawBreaks(price: number, least: number, random: Random): { from: number; price: number }[] {
  const breaks: { from: number; price: number }[] = [];
  let lower = price;
  for (const times of [2, 5, 10, 50].slice(0, random.below(5))) {
    lower = Math.round(lower * (950 + random.below(31)) * 10) / 10_000;
    breaks.push({ from: Math.max(100, least) * times, price: lower });
  }
  return breaks;
}
