import { formatCount } from '#contract/money.ts';
import { PIECE } from '../queries.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
  /** How many entries are on the page, and how many the list has. */
  shown: number;
  total: number;
  busy: boolean;
  /** Why the last piece did not come. */
  problem: string | undefined;
  onMore: () => void;
}

/** Below a long list: how much of it is shown, and the way to the next piece. Nothing when all of it is there. */
export function ShowMore({ shown, total, busy, problem, onMore }: Props) {
  if (shown >= total) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ActionButton className="btn btn-quiet" busy={busy} onClick={onMore}>
        {busy ? 'Loading…' : `Show ${formatCount(Math.min(PIECE, total - shown))} more`}
      </ActionButton>
      <p className="num text-muted text-sm">
        {formatCount(shown)} of {formatCount(total)}
      </p>
      <p role="alert" className="text-error text-sm empty:hidden">
        {problem}
      </p>
    </div>
  );
}
