import type { NewProduct } from '#contract/products.ts';
import { components } from './families/components.ts';
import { coolingAndNetwork } from './families/cooling-and-network.ts';
import { machines } from './families/machines.ts';
import { memoryAndStorage } from './families/memory-and-storage.ts';
import type { Family, FamilyPart } from './family.ts';
import { createRandom, type Random } from './random.ts';

export const families: Family[] = [...memoryAndStorage, ...machines, ...coolingAndNetwork, ...components];

/** The most parts that the families have together in the wanted shares. */
export const MOST_PARTS = 1_000_000;

export type GeneratedProduct = NewProduct & { sku: string };

/**
 * Generates a catalogue of `count` parts as real ones are: product lines whose part numbers share a long beginning and differ in
 * few digits. The same count and seed give the same parts.
 */
export function* generateProducts(count: number, seed: number): Generator<GeneratedProduct> {
  const sources = families.map((family, place) => ({
    lines: linesOf(family, seed),
    wanted: shareOf(place, count),
    done: 0,
  }));
  for (;;) {
    // The family that lags behind is next, so that all grow together.
    const left = sources.filter(({ done, wanted }) => done < wanted);
    if (left.length === 0) return;
    const source = left.reduce((a, b) => (b.done / b.wanted < a.done / a.wanted ? b : a));
    const line = source.lines.next().value!.slice(0, source.wanted - source.done);
    source.done += line.length;
    yield* line;
  }
}

/** The number of parts of a family. All together are exactly `count`. */
function shareOf(place: number, count: number): number {
  const upTo = (end: number) => families.slice(0, end).reduce((sum, { share }) => sum + share, 0) / 100;
  return Math.round(count * upTo(place + 1)) - Math.round(count * upTo(place));
}

/** The lines of a family, in an order by the seed. */
function* linesOf(family: Family, seed: number): Generator<GeneratedProduct[], undefined> {
  const random = createRandom(`${seed} ${family.category}`);
  const order = Array.from({ length: family.lines }, (_, line) => line);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  for (const line of order)
    yield Array.from({ length: family.members }, (_, member) => {
      const part = family.part(line, member);
      return toProduct(family, part, createRandom(`${seed} ${part.sku}`));
    });
  return undefined;
}

function toProduct(
  family: Family,
  { picture = family.picture, ...part }: FamilyPart,
  random: Random,
): GeneratedProduct {
  const price = Math.max(1, Math.round(part.price * (90 + random.below(21)))) / 100;
  const { pieces } = family.package;
  const minOrder = price < 1 ? pieces : random.pick([100, 100, 200, 250, 500]);
  const stock = random.chance(8) ? 0 : random.below(price < 1 ? 400 : 60) * minOrder;
  return {
    ...part,
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
