import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { changed } from '../../../changed.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';
import { t } from './words.ts';

/** For the buyer of a purchase that was sent back, or whose hold has ended: to change it, or to ask again for the same. */
export function AskAgain({ purchase }: { purchase: PurchaseDetail }) {
  const { _id: id, lines, total } = purchase;
  const mayReorder = useCan()('purchase.place', purchase);
  const isSentBack = purchase.approval === 'sent_back';
  const client = useQueryClient();
  const focusHeading = useFocusLater();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  async function ask() {
    setBusy(true);
    setRefusal(undefined);
    try {
      const body = { lines: lines.map(({ _id, quantity }) => ({ _id, quantity })), expectedTotal: total };
      await callAsUser('changeLines', { params: { id }, body });
      toast.success(t('again.done'));
      focusHeading();
    } catch (error) {
      const isGone = error instanceof ApiProblem && error.code === 'lines_refused';
      setRefusal(isGone ? { message: t('again.gone') } : refusalOf(error));
    }
    setBusy(false);
    changed(client, 'purchase');
  }

  return (
    <div className="screen-only grid gap-3 px-5 pb-5">
      <div className="flex flex-wrap gap-3">
        {isSentBack && (
          <>
            <Link to="#change" className="btn btn-primary min-h-11 max-sm:w-full">
              {t('change')}
            </Link>
            <Link to="#details" className="btn btn-quiet min-h-11 max-sm:w-full">
              {t('change.details')}
            </Link>
          </>
        )}
        <ActionButton
          kind={isSentBack ? 'quiet' : 'primary'}
          className="min-h-11 max-sm:w-full"
          busy={busy}
          onClick={ask}
        >
          {t('again')}
        </ActionButton>
        {isSentBack && mayReorder && (
          <Link to="#again" className="btn btn-quiet min-h-11 max-sm:w-full">
            {t('reorder')}
          </Link>
        )}
      </div>
      <FormProblem problem={refusal} />
    </div>
  );
}
