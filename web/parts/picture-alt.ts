/** Returns the text alternative of a part's picture. */
export function altOf(name: string, index: number, count: number): string {
  return count === 1 ? name : `${name}, picture ${index + 1} of ${count}`;
}
