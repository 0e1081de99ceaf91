import type { LoaderFunctionArgs } from 'react-router';
import { useShop } from '../../config.ts';
import { useOrigin } from '../../origin.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { facetsOf, HOME_PRODUCTS, latestProducts } from '../../queries.ts';
import { slimProduct } from '../../slim-product.ts';
import { organizationData } from '../../structured-data.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import logo from '../../ui/mark.png';
import { PageTitle } from '../../ui/page-title.tsx';
import { Banners } from './banners.tsx';
import { BusinessSummary } from './business-summary.tsx';
import { CustomerReview } from './customer-review.tsx';
import { FindPart } from './find-part.tsx';
import { HOME_REVIEWS, latestReviews } from './latest-reviews.ts';
import { Newsletter } from './newsletter.tsx';
import { OrderAgain } from './order-again.tsx';
import { OurProducts } from './our-products.tsx';
import { OurVerification } from './our-verification.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  const { load } = context.get(pageContext);
  const newest = load.findProducts({ sort: 'newest', limit: HOME_PRODUCTS });
  return loadLists(
    [latestProducts.queryKey, newest.then(({ products }) => products.map((product) => slimProduct(product)))],
    [facetsOf().queryKey, load.getFacets({})],
    [latestReviews.queryKey, load.listLatestReviews(HOME_REVIEWS)],
  );
}

export const clientLoader = () => null;

export default function Home() {
  return (
    <>
      <PageTitle
        path="/"
        summary="Processors, boards, memory, storage, power, cooling, network parts and cases in quantity, for business buyers. Since 1992."
      >
        Computer parts in quantity
      </PageTitle>
      <ShopData />
      <Banners />
      <FindPart />
      <OrderAgain />
      <OurProducts />
      <BusinessSummary />
      <CustomerReview />
      <OurVerification />
      <Newsletter />
    </>
  );
}

/** What search engines read of the shop. */
function ShopData() {
  const origin = useOrigin();
  const shop = useShop();
  return origin && <JsonLd data={organizationData(origin, logo, shop)} />;
}
