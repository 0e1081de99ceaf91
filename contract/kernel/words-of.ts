/** Returns the text of a code; undefined for an unknown one of a later version. */
export function wordsOf<M>(words: Record<string, M>, code: string): M | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** Returns the words of a code, or the code: a later version may write some that are unknown here. */
export function orCode(words: Record<string, string>, code: string): string {
  return wordsOf(words, code) ?? code;
}
