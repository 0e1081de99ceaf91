import { useQuery } from '@tanstack/react-query';
import type { Review } from '#contract/reviews/schema.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { latestReviews } from './latest-reviews.ts';

export function CustomerReview() {
  const query = useQuery(latestReviews);
  return (
    <section aria-labelledby="customer-review" className="wrap py-14">
      <h2 id="customer-review" className="mb-5">
        Customer Review
      </h2>
      <Loaded
        query={query}
        what="the reviews"
        loading={<Skeleton what="the reviews" shape="section" hasSpinner />}
      >
        {(reviews) => <Reviews reviews={reviews} />}
      </Loaded>
    </section>
  );
}

function Reviews({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className="sheet p-6 text-muted">No reviews yet.</p>;
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      {reviews.map((review) => (
        <li key={review._id} className="sheet flex flex-col gap-3 p-6">
          <Stars rating={Number(review.ratings)} />
          <p dir="auto" className="line-clamp-8 whitespace-pre-line">
            {review.description}
          </p>
          <p dir="auto" className="mt-auto pt-2 font-semibold text-sm">
            {review.name}
            {review.verified && <span className="block font-normal text-muted text-xs">Verified buyer</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
