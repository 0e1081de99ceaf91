/** Says which words of a search no part has: `No part has “port” or “rack”.` */
export function sayLeftOut(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  const last = quoted.pop();
  return `No part has ${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}.`;
}
