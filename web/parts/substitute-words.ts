import type { Substitute } from '#contract/products/substitutes.ts';

/** What the kinds of substitutes mean. */
export const KIND_WORDS: Record<Substitute['kind'], string> = {
  same: 'Fits and does the same',
  better: 'Fits and does more',
  similar: 'Similar',
};
