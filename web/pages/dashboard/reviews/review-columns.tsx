import { Link } from 'react-router';
import type { DeskReview } from '#contract/reviews/schema.ts';
import { Day } from '../../../ui/data-table.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { Stars } from '../../../ui/stars.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { personPath } from '../person/path.ts';
import { useCan } from '../role.ts';

/** The columns of staff's list of reviews. */
export const columnsOf = (onChange: (review: DeskReview) => void): ListColumn<DeskReview>[] => [
  { heading: 'Review', cellClass: 'lead md:w-2/5', cell: (review) => <Words review={review} /> },
  { heading: 'Author', cell: (review) => <Author review={review} /> },
  {
    heading: 'State',
    cell: ({ hidden }) => (hidden ? <Hidden hidden={hidden} /> : <span className="text-muted">Shown</span>),
  },
  {
    heading: 'Action',
    className: 'action',
    cell: (review) => (
      <button type="button" data-row-action className="btn btn-quiet btn-sm" onClick={() => onChange(review)}>
        {review.hidden ? 'Show again' : 'Hide'}
        <span className="sr-only"> the review of {review.name}</span>
      </button>
    ),
  },
];

function Words({ review: { description, ratings, hidden, createdAt } }: { review: DeskReview }) {
  return (
    <div className={`grid min-w-0 max-w-prose gap-1 py-1 ${hidden ? 'text-muted' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3">
        <Stars rating={Number(ratings)} isSmall />
        <Day at={createdAt} className="num text-muted text-xs" />
      </div>
      <LongText text={description} className="whitespace-pre-line" />
    </div>
  );
}

/** Who has hidden a review, when and why. */
function Hidden({ hidden }: { hidden: NonNullable<DeskReview['hidden']> }) {
  return (
    <div className="grid min-w-0 justify-items-start gap-0.5 md:min-w-40 md:max-w-72">
      <span className="badge badge-warning">Hidden</span>
      <LongText text={hidden.why} className="text-sm" />
      <span className="wrap-anywhere text-muted text-xs">
        {hidden.by}, {formatDate(hidden.at)}
      </span>
    </div>
  );
}

/** Name and address, which lead admins to the person. Staff see the address masked. */
function Author({ review: { name, email, verified } }: { review: DeskReview }) {
  const leadsToPerson = useCan()('account.list');
  return (
    <div className="min-w-0 max-w-full md:w-36 lg:w-44 xl:w-56">
      <bdi className="block truncate" title={name}>
        {name}
      </bdi>
      {leadsToPerson ? (
        <Link to={personPath(email)} className="block truncate text-link text-xs" title={email}>
          {email}
        </Link>
      ) : (
        <span className="block truncate text-muted text-xs">{email}</span>
      )}
      {verified && <span className="block text-muted text-xs">Verified buyer</span>}
    </div>
  );
}
