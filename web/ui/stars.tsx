const STAR = 'm12 2.6 2.9 6.1 6.6.9-4.8 4.6 1.2 6.6L12 17.6 6.1 20.8l1.2-6.6L2.5 9.6l6.6-.9L12 2.6Z';

/** A rating from 1 to 5; small in a table. */
export function Stars({ rating, isSmall = false }: { rating: number; isSmall?: boolean }) {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">{rating} of 5 stars</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 24 24" aria-hidden="true" className={isSmall ? 'size-3.5' : 'size-5'}>
          <path
            d={STAR}
            fill={star <= rating ? 'var(--stars)' : 'none'}
            stroke="var(--stars)"
            strokeWidth="1.25"
          />
        </svg>
      ))}
    </p>
  );
}
