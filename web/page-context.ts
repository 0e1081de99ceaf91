import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Config } from '#contract/payments.ts';
import type { Product } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';

/** What the server hands to the rendering of one page. */
export interface PageContext {
  /** Of the page's Content-Security-Policy; every inline script carries it. */
  nonce: string;
  /** 404 when the address names something that does not exist, such as an unknown product. */
  status?: number;
  config: Config;
  load: {
    /** All products, oldest first. */
    listProducts(): Promise<Product[]>;
    /** All reviews, oldest first. */
    listReviews(): Promise<Review[]>;
  };
}

export const pageContext = createContext<PageContext>();

/** The nonce for components. Empty in the browser, where scripts that are there have already run. */
export const NonceContext = createReactContext('');
