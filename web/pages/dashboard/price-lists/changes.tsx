import { useState } from 'react';
import type { PriceListEdit, PriceListPage, PriceListUndone } from '#contract/price-lists/schema.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { useAssigning } from './assigning.ts';
import { t } from './words.ts';

/** The SKUs that are named of those that an undo has left. */
const MOST_NAMED = 10;

/** The last changes of the prices of a list. Each can be undone. */
export function PriceChanges({ list, isFixed }: { list: PriceListPage; isFixed: boolean }) {
  const { change, busy, problem } = useAssigning();
  const [said, setSaid] = useState('');
  const { _id: id, changes } = list;
  if (changes.length === 0) return null;

  const undo = (one: PriceListEdit) =>
    change(async () => {
      setSaid('');
      const params = { id, changeId: one._id };
      setSaid(toWords(one, await callAsUser('undoPriceListChange', { params })));
    });

  return (
    <section className="sheet form-section mt-6" aria-labelledby="changes">
      <h2 id="changes" className="text-lg">
        {t('changes')}
      </h2>
      {!isFixed && <p className="-mt-2 text-muted text-sm">{t('changes.last')}</p>}
      <ul className="grid gap-1 max-sm:gap-3">
        {changes.map((one) => {
          const at = formatMoment(one.createdAt);
          return (
            <li key={one._id} className="flex min-h-8 flex-wrap items-center gap-x-4">
              <span className="num text-muted text-sm">{at}</span>
              <span className="num grow basis-48">
                {whatOf(one)}
                {one.undo && (
                  <span className="wrap-anywhere block text-muted text-sm">{undoText(one.undo)}</span>
                )}
              </span>
              {one.undoneAt !== undefined && (
                <span className="num text-muted text-sm">
                  {t('change.undone', { at: formatMoment(one.undoneAt) })}
                </span>
              )}
              {one.undoneAt === undefined && !isFixed && (
                <ActionButton
                  kind="ghost"
                  small
                  busy={busy}
                  aria-label={t('undo.of', { at })}
                  onClick={() => undo(one)}
                >
                  {t('undo')}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="font-medium text-sm empty:hidden">
        {said}
      </p>
      <FormProblem problem={{ message: problem }} />
    </section>
  );
}

function whatOf({ priced, removed, minusPercent }: PriceListEdit): string {
  if (minusPercent) return t('change.percent', { was: minusPercent.was, became: minusPercent.became });
  return t('change.parts', { priced, removed, both: Math.min(priced, removed) });
}

/** Says that a change was an undo, of which one, and who has done it. */
function undoText({ by, of }: NonNullable<PriceListEdit['undo']>): string {
  return of === undefined ? t('change.undo', { by }) : t('change.undoOf', { by, at: formatMoment(of) });
}

function toWords({ minusPercent }: PriceListEdit, { restored, left, leftSkus }: PriceListUndone): string {
  if (minusPercent) return `${t('undo.percent')}.`;
  const named = leftSkus.slice(0, MOST_NAMED);
  const skus = named.join(', ');
  const rest = left > 0 ? ` ${t('undo.left', { left, skus, more: left - named.length })}.` : '';
  return `${t('undo.done', { restored })}.${rest}`;
}
