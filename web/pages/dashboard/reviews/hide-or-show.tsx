import { useQueryClient } from '@tanstack/react-query';
import type { DeskReview } from '#contract/reviews.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';

/** Asks why a review is to be hidden, or shown again, and does it. */
export function HideOrShow({ review, onClose }: { review: DeskReview; onClose: () => void }) {
  const client = useQueryClient();
  const isHiding = !review.hidden;
  async function send(why: string) {
    const params = { id: review._id };
    const { modifiedCount } = await callAsUser(isHiding ? 'hideReview' : 'restoreReview', {
      params,
      body: { why },
    });
    if (modifiedCount > 0) toast.success(isHiding ? 'Review hidden' : 'Review shown again');
    else toast.message('Somebody else has done it already.');
    client.invalidateQueries({ queryKey: ['review'] });
  }
  return (
    <ReasonDialog
      title={isHiding ? 'Hide this review?' : 'Show this review again?'}
      action={isHiding ? 'Hide' : 'Show again'}
      warns={isHiding}
      hint="It is kept in the log. The author is not told."
      send={send}
      onClose={onClose}
    >
      <p className="line-clamp-4 wrap-anywhere">
        <bdi>{review.name}</bdi>: “<bdi>{review.description}</bdi>”
      </p>
      <p className="mt-2">
        {isHiding
          ? 'Buyers and visitors do not see it any more. You can show it again at any time.'
          : 'Everybody sees it again, as it was written.'}
      </p>
    </ReasonDialog>
  );
}
