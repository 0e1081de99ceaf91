import { type FormEvent, useState } from 'react';
import { formatCount, formatDifference, formatMoney, toCents, toDollars } from '#contract/money.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases.ts';
import { countOf } from '../../../ui/count-of.ts';
import { formatDate } from '../../../ui/dates.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { type Offer, type OfferChoice, type Sums, sumsOf, totalOf, whenWords } from './offers.ts';

interface Chosen {
  line: PurchaseLine;
  choice: OfferChoice;
}

interface Props {
  offers: Offer[];
  purchase: PurchaseDetail;
  onAdd: (chosen: readonly Chosen[]) => void;
  onCancel: () => void;
}

/** What has changed since a purchase, what to order now, and both sums. Enter takes what is chosen already. */
export function Offers({ offers, purchase, onAdd, onCancel }: Props) {
  const [taken, setTaken] = useState<ReadonlyMap<string, OfferChoice>>(new Map());
  const choiceOf = ({ line, choices }: Offer) => taken.get(line._id) ?? choices[0];
  const chosen = offers.map((offer) => ({ line: offer.line, choice: choiceOf(offer) }));
  const sums = sumsOf(chosen);
  const changed = offers.filter(({ changes }) => changes.length > 0);
  const same = offers.filter(({ changes }) => changes.length === 0);
  const rows = (some: Offer[]) => (
    <ul className="reorder-lines">
      {some.map((offer) => (
        <Line
          key={offer.line._id}
          offer={offer}
          choice={choiceOf(offer)}
          onChoose={(choice) => setTaken(new Map(taken).set(offer.line._id, choice))}
        />
      ))}
    </ul>
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    onAdd(chosen);
  }

  return (
    <form onSubmit={submit}>
      <p className="mt-2 text-muted">{summary(offers.length, changed.length)}</p>
      {changed.length > 0 && rows(changed)}
      {same.length > 0 && (
        <details className="reorder-same" open={changed.length === 0 && same.length <= 3}>
          <summary>{countOf(same.length, 'line')} as before</summary>
          {rows(same)}
        </details>
      )}
      <Notes sums={sums} />
      <div className="reorder-foot">
        <Figures sums={sums} purchase={purchase} />
        <div className="reorder-actions">
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn btn-primary"
            disabled={sums.lines === 0}
            // biome-ignore lint/a11y/noAutofocus: what Enter does in a dialog is its main action
            autoFocus
          >
            Add {countOf(sums.lines, 'line')} to the order
          </button>
        </div>
      </div>
    </form>
  );
}

function summary(lines: number, changed: number): string {
  if (changed === 0) return 'Prices and stock are right for all of it.';
  if (lines === 1) return 'Something has changed.';
  return `${formatCount(changed)} of ${formatCount(lines)} lines ${changed === 1 ? 'has' : 'have'} changed.`;
}

/** Why the sums then and now differ. */
function Notes({ sums }: { sums: Sums }) {
  const { dearer, open, leftOut } = sums;
  const notes = [
    dearer !== 0 && `The same pieces cost ${formatMoney(Math.abs(dearer))} ${dearer > 0 ? 'more' : 'less'}.`,
    open > 0 &&
      `${countOf(open, 'line')} ${open === 1 ? 'does' : 'do'} not count yet: settle ${open === 1 ? 'it' : 'them'} on the order pad.`,
    leftOut > 0 && `${countOf(leftOut, 'line')} ${leftOut === 1 ? 'is' : 'are'} left out.`,
    whenWords(sums),
  ].filter(Boolean);
  return (
    <p role="status" className="text-muted text-sm">
      {notes.join(' ')}
    </p>
  );
}

/** The sums then and now. They stay in view, so they say themselves of how many lines they are. */
function Figures({ sums, purchase }: { sums: Sums; purchase: PurchaseDetail }) {
  const { now, lines, open } = sums;
  const more = toDollars(toCents(now) - toCents(purchase.total));
  return (
    <dl className="reorder-sums num" aria-live="polite">
      <dt>Then, {formatDate(purchase.placedAt)}</dt>
      <dd>{formatMoney(purchase.total)}</dd>
      <dt>{open > 0 ? `Now, ${formatCount(lines - open)} of ${countOf(lines, 'line')}` : 'Now'}</dt>
      <dd>
        {more !== 0 && <span className="text-muted">{formatDifference(more)} </span>}
        <strong>{formatMoney(now)}</strong>
      </dd>
    </dl>
  );
}

interface LineProps {
  offer: Offer;
  choice: OfferChoice;
  onChoose: (choice: OfferChoice) => void;
}

function Line({ offer, choice, onChoose }: LineProps) {
  const { line, changes, choices } = offer;
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
      <select
        className="select select-sm w-full"
        aria-label={`What to order for ${line.productName}`}
        value={choices.indexOf(choice)}
        onChange={({ target }) => onChoose(choices[Number(target.value)]!)}
      >
        {choices.map(({ label }, n) => (
          <option key={label} value={n}>
            {label}
          </option>
        ))}
      </select>
      <p className="reorder-total num">
        <span className="text-muted text-xs">{formatMoney(line.total)} →</span>{' '}
        {choice.take && !choice.isOpen ? formatMoney(totalOf(choice)) : '–'}
      </p>
    </li>
  );
}
