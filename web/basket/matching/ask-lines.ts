/** Asks the shop what lines mean, until all are searched for. */
import type { Line, Match } from '#contract/matching/schema.ts';
import { callApi } from '../../api.ts';
import { getToken } from '../../identity.ts';

/** Asks what lines mean, with the prices of the buyer who is signed in, of one that staff order for (`buyerId`), or list prices. */
export const matchLines = (
  lines: Line[],
  { buyerId, ...options }: { signal?: AbortSignal | undefined; buyerId?: string } = {},
): Promise<Match[]> =>
  callApi('matchLines', { body: { lines, ...(buyerId && { buyerId }) } }, { ...options, token: getToken() });

/** Whether a line is to be asked for once more: those before it have taken what one call may. */
export const isUnsearched = ({ problem }: Match) => problem?.code === 'not_searched';

/** Returns a match for each line, in as many calls as it takes: the first line of each is searched for. */
export async function askLines(
  lines: readonly Line[],
  options: { signal?: AbortSignal } = {},
): Promise<Match[]> {
  const found = new Map<number, Match>();
  let left = [...lines.keys()];
  let most = lines.length;
  while (left.length > 0) {
    const call = left.slice(0, most);
    const matches = await matchLines(
      call.map((n) => lines[n]!),
      options,
    );
    for (const [place, n] of call.entries()) found.set(n, matches[place]!);
    const isDone = (n: number) => found.has(n) && !isUnsearched(found.get(n)!);
    const done = call.filter(isDone).length;
    if (done === 0) break;
    left = left.filter((n) => !isDone(n));
    // Each line that is sent counts, searched for or not.
    most = done;
  }
  return lines.map((_, n) => found.get(n)!);
}
