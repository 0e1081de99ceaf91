/** The interface between server and web for rendering pages. */
import type { Config } from './payments.ts';
import type { ActionBy } from './policy.ts';
import type { Product, ProductListQuery } from './products.ts';
import type { Review } from './reviews.ts';

/** The server's input for rendering a page. */
export interface PageContext {
  /** The nonce of the page's Content-Security-Policy. Every inline script carries it. */
  nonce: string;
  /** 404 when the address names something that does not exist, such as an unknown product. */
  status?: number;
  config: Config;
  load: {
    /** One page of the products, as GET /products answers it, and the number of products that match. */
    findProducts(query: ProductListQuery): Promise<{ products: Product[]; total: number }>;
    /** The newest reviews, at most `limit`. */
    listLatestReviews(limit: number): Promise<Review[]>;
  };
}

/** The type of a route's `handle`. */
export interface PageHandle {
  /**
   * The query fields that change what the server renders. The server drops all others, so that one cached page serves every
   * other query. A page reads further fields in the browser only.
   */
  fields?: readonly string[];
  /** The people for whom a page is, if not for everyone. */
  may?: ActionBy<'bearer'>;
}
