import { formatMoney } from '#contract/kernel/money.ts';
import { Options } from '../../../ui/select-field.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { splitCost, totalOf } from './offer-sums.ts';
import type { Offer, OfferChoice } from './offers.ts';

interface Props {
  offer: Offer;
  choice: OfferChoice;
  onChoose: (choice: OfferChoice) => void;
}

/** A line of a purchase: what has changed since, and what to order for it. */
export function ReorderLine({ offer, choice, onChoose }: Props) {
  const { line, changes, choices } = offer;
  const more = splitCost(choice);
  const total = choice.take && !choice.isOpen ? totalOf(choice) : undefined;
  return (
    <li className="reorder-line">
      <div className="min-w-0">
        <p {...inCatalogue} className="font-medium">
          {line.productName}
        </p>
        <p className="text-muted text-xs">
          <span className="id">{line.sku}</span>
          {line.customerRef && (
            <>
              {' '}
              · <bdi className="id">{line.customerRef}</bdi>
            </>
          )}
        </p>
        {changes.map((change) => (
          <p key={change} className="text-warning text-xs">
            {change}
          </p>
        ))}
      </div>
      <div className="min-w-0">
        <select
          className="select select-sm w-full"
          aria-label={`What to order for ${line.productName}`}
          value={choices.indexOf(choice)}
          onChange={({ target }) => onChoose(choices[Number(target.value)]!)}
        >
          <Options of={choices.map(({ label }, n) => [n, label])} />
        </select>
        {more > 0 && <p className="mt-1 text-warning text-xs">The split costs {formatMoney(more)} more.</p>}
      </div>
      <p className="reorder-total num">
        {total !== line.total && <span className="text-muted text-xs">{formatMoney(line.total)} → </span>}
        {total === undefined ? '–' : formatMoney(total)}
      </p>
    </li>
  );
}
