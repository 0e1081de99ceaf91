import type { Instead } from '#contract/products/suggestions.ts';

/** Says which words of a search no part has: `No part has “port” or “rack”.`, or `No part has “port” beside the rest.` */
export function sayLeftOut({ leftOut = [], beside }: Instead): string {
  const quoted = leftOut.map((word) => `“${word}”`);
  const last = quoted.pop();
  const words = `${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}`;
  return `No part has ${words}${beside ? ' beside the rest' : ''}.`;
}
