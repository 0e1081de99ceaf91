import { formatCount } from '#contract/kernel/money.ts';
import { mailKinds } from '../ground/letters/kinds.ts';

/** Parts that run out: how many in all, and the first of them. Pieces on sale, expected, and the reorder point. */
export interface ShortFacts {
  count: number;
  parts: { sku: string; name: string; available: number; expected: number; reorderPoint: number }[];
}

export const stockMails = mailKinds({
  stock_short: {
    letter: ({ count, parts }: ShortFacts, origin) => ({
      subject: count === 1 ? `${parts[0]!.sku} runs out` : `${formatCount(count)} parts run out`,
      paragraphs: [
        count === 1
          ? 'Less of this part is on sale and expected than its reorder point says.'
          : 'Less of these parts is on sale and expected than their reorder points say.',
        ...(count > parts.length ? [`These are the first ${formatCount(parts.length)} of them.`] : []),
      ],
      details: parts.map(({ sku, name, available, expected, reorderPoint }): [string, string] => [
        `${sku} ${name}`,
        `${formatCount(available)} on sale, ${formatCount(expected)} expected, reorder at ${formatCount(reorderPoint)}`,
      ]),
      link: { label: 'View what runs out', url: `${origin}/dashboard/stock?short=1` },
    }),
  },
});
