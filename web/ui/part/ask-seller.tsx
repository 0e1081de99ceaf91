import { seller } from '#content/shop.ts';

/** How a part is ordered that no card can pay for. */
export function AskSeller() {
  return (
    <>
      To order it, write to{' '}
      <a href={`mailto:${seller.email}`} className="text-link">
        {seller.email}
      </a>
      .
    </>
  );
}
