import { useQuery } from '@tanstack/react-query';
import type { Review } from '#contract/reviews.ts';
import { latestReviews } from '../../queries.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Stars } from '../../ui/stars.tsx';

export function CustomerReview() {
  const { data, error, refetch } = useQuery(latestReviews);
  return (
    <section aria-labelledby="customer-review" className="wrap py-14">
      <h2 id="customer-review" className="mb-5">
        Customer Review
      </h2>
      {data ? (
        <Reviews reviews={data} />
      ) : error ? (
        <LoadProblem error={error} what="the reviews" retry={refetch} />
      ) : (
        <Spinner label="Loading reviews" />
      )}
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
          </p>
        </li>
      ))}
    </ul>
  );
}
