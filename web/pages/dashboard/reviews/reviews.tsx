import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { DeskReview, DeskReviewListQuery } from '#contract/reviews.ts';
import { LONGEST_FILTER } from '#contract/text-limits.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { pathWith } from '../../../path-with.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { HideOrShow } from './hide-or-show.tsx';
import { ReviewRow } from './review-row.tsx';

interface Filter {
  q: string | undefined;
  state: DeskReviewListQuery['state'];
}

const VIEWS: { label: string; state: Filter['state'] }[] = [
  { label: 'All', state: undefined },
  { label: 'Shown', state: 'shown' },
  { label: 'Hidden', state: 'hidden' },
];

/** The key is below that of the home page's reviews, so that a change of one fetches these, too. */
const reviews = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['review', 'desk', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listDeskReviews', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPages(),
    staleTime: 0,
  });

const pathOf = (filter: Filter) => pathWith('/dashboard/reviews', { ...filter });

export const handle: PageHandle = { title: 'Reviews', may: 'review.hide' };

/** What buyers wrote about the shop, newest first: staff hide a review, or show it again. */
export default function Reviews() {
  const [search] = useSearchParams();
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  const filter: Filter = { q: search.get('q')?.trim() || undefined, state };
  const list = useInfiniteQuery({ ...reviews(filter), placeholderData: keepPreviousData });
  const [changing, setChanging] = useState<DeskReview>();
  const { total } = listOf(list.data);
  return (
    <>
      <PageTitle>Reviews</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>Reviews</h1>
        <p role="status" className="num text-muted">
          {list.data && (filter.q ? `${formatCount(total)} match` : countOf(total, 'review'))}
        </p>
        <SearchField label="Find reviews" placeholder="Text or author" maxLength={LONGEST_FILTER} isCostly />
      </div>
      <ViewLinks
        label="Reviews by state"
        views={VIEWS.map((view) => ({
          label: view.label,
          to: pathOf({ ...filter, state: view.state }),
          isCurrent: view.state === state,
        }))}
      />
      <ListTable
        list={list}
        what="the reviews"
        columns={['Review', 'Author', 'State', ['Action', 'action']]}
        className="reviews"
        empty={<NoReviews filter={filter} />}
      >
        {(review) => <ReviewRow key={review._id} review={review} onChange={() => setChanging(review)} />}
      </ListTable>
      {changing && <HideOrShow review={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function NoReviews({ filter }: { filter: Filter }) {
  if (!filter.q && !filter.state)
    return <p className="sheet p-6 text-muted">No reviews yet. Buyers write them on their dashboard.</p>;
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p>
        {filter.q ? (
          <>
            No review in this list matches “<bdi>{filter.q}</bdi>”.
          </>
        ) : filter.state === 'hidden' ? (
          'No review is hidden.'
        ) : (
          'No review is shown.'
        )}
      </p>
      <Link to={pathOf({ q: undefined, state: undefined })} className="btn btn-quiet mt-2">
        Show all reviews
      </Link>
    </div>
  );
}
