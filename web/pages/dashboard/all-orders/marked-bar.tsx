import type { DeskPurchase } from '#contract/desk.ts';
import { formatCount, formatMoney } from '#contract/money.ts';

interface Props {
  purchases: DeskPurchase[];
  onClear: () => void;
}

/** What is marked in the list, at the bottom of the window. */
export function MarkedBar({ purchases, onClear }: Props) {
  const cents = purchases.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  return (
    <div role="status" className="marked-bar">
      {purchases.length > 0 && (
        <div className="sheet flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
          <span className="num font-medium">
            {formatCount(purchases.length)} marked · {formatMoney(cents / 100)}
          </span>
          <button type="button" className="btn btn-ghost btn-sm ms-auto" onClick={onClear}>
            Clear marks
          </button>
        </div>
      )}
    </div>
  );
}
