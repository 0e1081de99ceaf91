/** The interface between server and web for rendering pages. */
import type { Category } from './categories/schema.ts';
import type { Config } from './payments/schema.ts';
import type { ActionBy } from './policy.ts';
import type { Narrowing } from './products/narrowing.ts';
import type { Facets, ProductListQuery } from './products/product-lists.ts';
import type { Product } from './products/schema.ts';
import type { Review } from './reviews/schema.ts';
import type { PageSection, SettingValues } from './settings/schema.ts';

/** The server's input for rendering a page. */
export interface PageContext {
  /** The nonce of the page's Content-Security-Policy. Every inline script carries it. */
  nonce: string;
  /** 404 when the address names something that does not exist, such as an unknown product. */
  status?: number;
  config: Config;
  /** The origin under which search engines know the shop, such as `https://shop.example.com`. */
  origin: string;
  load: {
    /** One page of the products, as GET /products answers it, and the number of products that match. */
    findProducts(query: ProductListQuery): Promise<{ products: Product[]; total: number }>;
    /** A product on sale, by its id or by its SKU in any case of letters. */
    findProduct(id: string): Promise<Product | undefined>;
    findPart(sku: string): Promise<Product | undefined>;
    /** What products can be narrowed by, as GET /facets answers it. Attributes that no category has, and an unknown category, find nothing. */
    getFacets(narrowing: Partial<Narrowing>): Promise<Facets>;
    /** All categories by name, as GET /categories answers them. */
    listCategories(): Promise<readonly Category[]>;
    /** The newest reviews, at most `limit`. */
    listLatestReviews(limit: number): Promise<Review[]>;
    /** What the owner says on a page, as GET /contents/{page} answers it. */
    getContent<P extends PageSection>(page: P): Promise<SettingValues[P]>;
  };
}

/** What a skeleton looks like: the thing that is loading. */
export type Shape = 'lines' | 'section' | 'list' | 'detail' | 'part' | 'cards';

/** The type of a route's `handle`. */
export interface PageHandle {
  /**
   * The query fields that change what the server renders. The server drops all others, so that one cached page serves every
   * other query. A page reads further fields in the browser only.
   */
  fields?: readonly string[];
  /** The heading of a page of the dashboard until the page knows more, and what its skeleton looks like: a list without `shape`. */
  title?: string;
  shape?: Shape;
  /** The people for whom a page is, if not for everyone. */
  may?: ActionBy<'bearer'>;
}
