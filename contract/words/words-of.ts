/** Returns the text of a code; undefined for an unknown one of a later version. */
export function wordsOf<M>(words: Record<string, M>, code: string): M | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
