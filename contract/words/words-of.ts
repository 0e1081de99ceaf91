/** The words of a code. Undefined for one that only a later version knows. */
export function wordsOf<M>(words: Record<string, M>, code: string): M | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
