import { setTimeout } from 'node:timers/promises';
import { fillCatalogue } from '../../server/demo/fill.ts';
import type { Side } from './sides.ts';

/** Milliseconds between two looks at how many parts a shop knows. */
const LOOK_AGAIN = 200;

/** Fills a shop with so many generated parts, and waits until its process has heard of them. */
export async function fillShop(
  { shop, database }: Side,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  say(`filling a shop with ${count} parts`);
  const added = await fillCatalogue(database, { count });
  const knows = async () => {
    const answer = await fetch(`${shop.origin}/products?limit=1`);
    await answer.body?.cancel();
    return Number(answer.headers.get('x-total-count')) >= added;
  };
  while (!(await knows())) await setTimeout(LOOK_AGAIN);
}
