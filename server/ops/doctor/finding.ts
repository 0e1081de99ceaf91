/** What was found of one thing that a shop needs. */
export interface Finding {
  /** `look`: it works, or could not be tried, and somebody is to look at it. */
  verdict: 'well' | 'look' | 'wrong' | 'not used';
  /** A sentence, with the name of the variable where one decides it. No secret is in it. */
  said: string;
  /** What to do about it. */
  todo?: string;
}

export const well = (said: string): Finding => ({ verdict: 'well', said });
export const look = (said: string, todo: string): Finding => ({ verdict: 'look', said, todo });
export const wrong = (said: string, todo: string): Finding => ({ verdict: 'wrong', said, todo });
export const notUsed = (said: string): Finding => ({ verdict: 'not used', said });

/** Why something failed, in one line: the innermost cause, which a library wraps. */
export function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string };
  if (cause instanceof Error) return reasonOf(cause);
  return (message || code || String(error)).split('\n')[0]!;
}
