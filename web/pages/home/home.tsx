import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router';
import type { Product } from '#contract/products/schema.ts';
import type { SettingValues } from '#contract/settings/schema.ts';
import { useShop } from '../../config.ts';
import { useOrigin } from '../../origin.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { ProductGrid } from '../../parts/product-grid.tsx';
import { useOfferedPages } from '../../parts/use-offered.ts';
import { content, facetsOf, HOME_PRODUCTS, latestProducts } from '../../queries.ts';
import { useIdentity } from '../../session.tsx';
import { slimProduct } from '../../slim-product.ts';
import { organizationData } from '../../structured-data.ts';
import { Button } from '../../ui/button.tsx';
import { JsonLd } from '../../ui/json-ld.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import logo from '../../ui/mark.png';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Banners } from './banners.tsx';
import { CustomerReview } from './customer-review.tsx';
import { FindPart } from './find-part.tsx';
import { HOME_REVIEWS, latestReviews } from './latest-reviews.ts';
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

function BusinessSummary({ summary }: { summary: SettingValues['home']['summary'] }) {
  return (
    <section aria-labelledby="business-summary" className="border-base-300 border-y bg-base-100">
      <div className="wrap grid gap-8 py-14 lg:grid-cols-[1fr_2fr] lg:items-center">
        <div className="grid justify-items-start gap-3">
          <h2 id="business-summary">Business Summery</h2>
          <p className="max-w-sm text-muted">{summary.text}</p>
          <Button className="mt-2">Contact Us</Button>
        </div>
        <dl className="grid grid-cols-2 border-base-300 border-t border-l sm:grid-cols-4">
          {summary.figures.map(({ value, label }, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: figures may have the same label
              key={index}
              className="flex flex-col-reverse justify-end border-base-300 border-r border-b p-5"
            >
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="num font-semibold text-2xl tracking-tight lg:text-3xl">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** A field for an address. The specification gives it no function yet. */
function Newsletter({ newsletter }: { newsletter: SettingValues['home']['newsletter'] }) {
  return (
    <section aria-labelledby="newsletter" className="border-base-300 border-t">
      <div className="wrap grid gap-4 py-12 sm:grid-cols-2 sm:items-center">
        <div>
          <h2 id="newsletter" className="text-lg">
            {newsletter.title}
          </h2>
          <p className="text-muted">{newsletter.text}</p>
        </div>
        <input
          type="text"
          aria-label="Your Email"
          placeholder="Your Email"
          autoComplete="email"
          className="input max-w-md sm:justify-self-end"
        />
      </div>
    </section>
  );
}

function OfferedGrid({ products }: { products: Product[] }) {
  return <ProductGrid products={useOfferedPages(products)} level={3} />;
}

function OurProducts() {
  const query = useQuery(latestProducts);
  return (
    <section aria-labelledby="our-products" className="wrap py-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="our-products">Our Products</h2>
        <Link to="/allProducts" className="text-link text-sm">
          All Products
        </Link>
      </div>
      <Loaded
        query={query}
        what="the products"
        loading={<Skeleton what="the products" shape="cards" hasSpinner />}
      >
        {(products) => <OfferedGrid products={products} />}
      </Loaded>
    </section>
  );
}

/**
 * The last orders of who is signed in. The page is the same for everybody: the room is there before the first paint for who has a
 * session, and what fills it is loaded then.
 */
function OrderAgain() {
  const email = useIdentity()?.email;
  const [loaded, setLoaded] = useState<{ LastOrders: ComponentType<{ email: string }> }>();
  useEffect(() => {
    if (email)
      import('./last-orders.tsx').then(setLoaded, () => {
        // The room stays empty.
      });
  }, [email]);
  return (
    <div className="wrap hidden min-h-90 py-5 lg:min-h-40 signed-in:block">
      {email && loaded && <loaded.LastOrders email={email} />}
    </div>
  );
}
