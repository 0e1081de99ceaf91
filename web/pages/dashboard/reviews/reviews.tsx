import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { DeskReview, DeskReviewListQuery } from '#contract/reviews/schema.ts';
import { pathWith } from '../../../path-with.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { ListPage, NothingFound } from '../kit/list-page.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { columnsOf } from './review-columns.tsx';

interface Filter {
  q?: string | undefined;
  state?: DeskReviewListQuery['state'];
}

const VIEWS: { label: string; state: Filter['state'] }[] = [
  { label: 'All', state: undefined },
  { label: 'Shown', state: 'shown' },
  { label: 'Hidden', state: 'hidden' },
];

const pathOf = (filter: Filter) => pathWith('/dashboard/reviews', { ...filter });

export const handle: PageHandle = { title: 'Reviews', may: 'review.hide' };

/** What buyers wrote about the shop, newest first: staff hide a review, or show it again. */
export default function Reviews() {
  const [search] = useSearchParams();
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  const filter: Filter = { q: search.get('q')?.trim() || undefined, state };
  const list = useInfiniteQuery({
    // The key is below that of the home page's reviews, so that a change of one fetches these, too.
    ...pagesOf(['review', 'desk', filter], 'listDeskReviews', { query: filter }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const [changing, setChanging] = useState<DeskReview>();
  return (
    <>
      <ListPage
        title="Reviews"
        countText={(total) => (filter.q ? `${formatCount(total)} match` : countOf(total, 'review'))}
        tools={
          <SearchField
            label="Find reviews"
            placeholder="Text or author"
            maxLength={LONGEST_FILTER}
            isCostly
          />
        }
        views={{
          label: 'Reviews by state',
          views: VIEWS.map((view) => ({
            label: view.label,
            to: pathOf({ ...filter, state: view.state }),
            isCurrent: view.state === state,
          })),
        }}
        list={list}
        what="the reviews"
        columns={columnsOf(setChanging)}
        className="reviews"
        empty={<NoReviews filter={filter} />}
      />
      {changing && <HideOrShow review={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function NoReviews({ filter: { q, state } }: { filter: Filter }) {
  if (!q && !state)
    return <p className="sheet p-6 text-muted">No reviews yet. Buyers write them on their dashboard.</p>;
  return (
    <NothingFound to={pathOf({})} all="Show all reviews">
      {q ? (
        <>
          No review in this list matches “<bdi>{q}</bdi>”.
        </>
      ) : state === 'hidden' ? (
        'No review is hidden.'
      ) : (
        'No review is shown.'
      )}
    </NothingFound>
  );
}

/** Asks why a review is to be hidden, or shown again, and does it. */
function HideOrShow({ review, onClose }: { review: DeskReview; onClose: () => void }) {
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
