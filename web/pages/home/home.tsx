import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { SettingValues } from '#contract/settings/schema.ts';
import { useShop } from '../../config.ts';
import { useOrigin } from '../../origin.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { content, facetsOf, HOME_PRODUCTS, latestProducts } from '../../queries.ts';
import { slimProduct } from '../../slim-product.ts';
import { organizationData } from '../../structured-data.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
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
    [content('home').queryKey, load.getContent('home')],
  );
}

const TITLE = 'Computer parts in volume';

export const clientLoader = () => null;

export default function Home() {
  const query = useQuery(content('home'));
  const { claim } = useShop();
  return (
    <>
      <PageTitle path="/" summary={claim}>
        {TITLE}
      </PageTitle>
      <ShopData />
      <Loaded query={query} what="the page" loading={<LoadingPage title={TITLE} className="wrap py-8" />}>
        {(home) => <HomeSections home={home} />}
      </Loaded>
    </>
  );
}

/** The sections of the page, also of one that is not saved yet. */
export function HomeSections({ home }: { home: SettingValues['home'] }) {
  return (
    <>
      <Banners banners={home.banners} />
      <FindPart searches={home.searches} />
      <OrderAgain />
      <OurProducts />
      <BusinessSummary summary={home.summary} />
      <CustomerReview />
      <OurVerification verification={home.verification} />
      <Newsletter newsletter={home.newsletter} />
    </>
  );
}

/** What search engines read of the shop. */
function ShopData() {
  const origin = useOrigin();
  const shop = useShop();
  return origin && <JsonLd data={organizationData(origin, logo, shop)} />;
}
