import { type FormEvent, useMemo, useState } from 'react';
import {
  countOf,
  formatCount,
  formatDifference,
  formatMoney,
  toCents,
  toDollars,
} from '#contract/kernel/money.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { Repeat } from '../../../basket/cart/repeat.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { hasFocusFirst } from '../../../ui/use-modal.ts';
import { type Chosen, type Sums, sumsOf, whenWords } from './offer-sums.ts';
import { type Offer, offersOf, orderHas } from './offers.ts';
import { ReorderLine } from './reorder-line.tsx';

/** What the lines of a purchase are today. */
export interface Today {
  matches: Match[];
  similar: ReadonlyMap<string, readonly LinePart[]>;
}

interface Props {
  today: Today;
  /** What is in the order already. */
  order: readonly ListLine[];
  purchase: PurchaseDetail;
  onAdd: (chosen: readonly Chosen[]) => void;
  onCancel: () => void;
}

/** What has changed since a purchase, what to order now, and both sums. Enter takes what is chosen already. */
export function Offers({ today, order, purchase, onAdd, onCancel }: Props) {
  const { lines } = purchase;
  const [isAgain, setAgain] = useState(false);
  /** The words of the choice that was taken, by line: the choices are others when the order changes. */
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map());
  const offers = useMemo(
    () => offersOf(lines, today.matches, { similar: today.similar, order, isAgain }),
    [lines, today, order, isAgain],
  );
  const before = useMemo(() => orderHas(lines, today.matches, order), [lines, today, order]);
  const choiceOf = ({ line, choices }: Offer) =>
    choices.find(({ label }) => label === taken.get(line._id)) ?? choices[0];
  const chosen = offers.map((offer) => ({ ...offer, choice: choiceOf(offer) }));
  const sums = sumsOf(chosen);
  const changed = offers.filter(({ changes }) => changes.length > 0);
  const same = offers.filter(({ changes }) => changes.length === 0);
  const isPart = offers.length < lines.length || offers.some(({ line, pieces }) => pieces < line.quantity);
  const rows = (some: Offer[]) => (
    <ul className="reorder-lines">
      {some.map((offer) => (
        <ReorderLine
          key={offer.line._id}
          offer={offer}
          choice={choiceOf(offer)}
          onChoose={({ label }) => setTaken(new Map(taken).set(offer.line._id, label))}
        />
      ))}
    </ul>
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    onAdd(chosen);
  }

  return (
    <form method="post" onSubmit={submit}>
      <Repeat
        lines={lines.length}
        inOrder={before}
        isAgain={isAgain}
        onChange={(again) => {
          setAgain(again);
          setTaken(new Map());
        }}
      />
      {offers.length > 0 && <p className="mt-2 text-muted">{summary(offers.length, changed.length)}</p>}
      {changed.length > 0 && rows(changed)}
      {same.length > 0 && (
        <details className="reorder-same" open={changed.length === 0 && same.length <= 3}>
          <summary>{countOf(same.length, 'line')} as before</summary>
          {rows(same)}
        </details>
      )}
      {offers.length > 0 && <Notes sums={sums} />}
      <div className="reorder-foot">
        {offers.length > 0 && (
          <Figures sums={sums} then={isPart ? 'for these pieces' : formatDate(purchase.placedAt)} />
        )}
        <div className="reorder-actions">
          <Button onClick={onCancel}>Cancel</Button>
          <button
            type="submit"
            className="btn btn-primary"
            disabled={offers.length > 0 && sums.lines === 0}
            ref={hasFocusFirst}
          >
            {offers.length > 0 ? `Add ${countOf(sums.lines, 'line')} to the order` : 'Open the order'}
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
function Figures({ sums, then }: { sums: Sums; then: string }) {
  const { before, now, lines, open } = sums;
  const more = toDollars(toCents(now) - toCents(before));
  return (
    <dl className="reorder-sums num" aria-live="polite">
      <div>
        <dt>Then, {then}</dt>
        <dd>{formatMoney(before)}</dd>
      </div>
      <div>
        <dt>{open > 0 ? `Now, ${formatCount(lines - open)} of ${countOf(lines, 'line')}` : 'Now'}</dt>
        <dd>
          {more !== 0 && <span className="text-muted">{formatDifference(more)} </span>}
          <strong>{formatMoney(now)}</strong>
        </dd>
      </div>
    </dl>
  );
}
