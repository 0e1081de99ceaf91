import { useEffect, useState } from 'react';
import type { ListLine } from '#contract/lists.ts';
import type { LineState } from '../../matching/answers.ts';
import { type Seen, withSeen } from './lines.ts';

/** Returns the prices that the buyer has seen, and a function that makes those of now the seen ones. */
export function useSeen(lines: readonly ListLine[], matches: ReadonlyMap<string, LineState>) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());
  useEffect(() => setSeen((before) => withSeen(before, lines, matches)), [lines, matches]);
  const accept = () => setSeen(withSeen(new Map(), lines, matches));
  return [seen, accept] as const;
}
