import type { LoaderFunctionArgs } from 'react-router';
import { loadLists, pageContext } from '../../page-context.ts';
import { HOME_PRODUCTS, latestProducts } from '../../queries.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Banners } from './banners.tsx';
import { BusinessSummary } from './business-summary.tsx';
import { CustomerReview } from './customer-review.tsx';
import { HOME_REVIEWS, latestReviews } from './latest-reviews.ts';
import { Newsletter } from './newsletter.tsx';
import { OurProducts } from './our-products.tsx';
import { OurVerification } from './our-verification.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  const { load } = context.get(pageContext);
  const newest = load.findProducts({ sort: 'newest', limit: HOME_PRODUCTS });
  return loadLists(
    [latestProducts.queryKey, newest.then(({ products }) => products)],
    [latestReviews.queryKey, load.listLatestReviews(HOME_REVIEWS)],
  );
}

export const clientLoader = () => null;

export default function Home() {
  return (
    <>
      <PageTitle summary="Processors, boards, memory, storage, power, cooling, network parts and cases in quantity, for business buyers. Since 1992.">
        Computer parts in quantity
      </PageTitle>
      <Banners />
      <OurProducts />
      <BusinessSummary />
      <CustomerReview />
      <OurVerification />
      <Newsletter />
    </>
  );
}
