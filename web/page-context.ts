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

/** What a loader returns: lists for the query cache, each under its key, parts joined by a slash. */
export interface PageData {
  lists: Record<string, unknown>;
}

/** Loads lists side by side. One that fails is left out: the browser asks for it, and says so where it should stand. */
export async function loadLists(loading: Record<string, Promise<unknown>>): Promise<PageData> {
  const lists: Record<string, unknown> = {};
  const load = async ([key, list]: [string, Promise<unknown>]) => {
    try {
      lists[key] = await list;
    } catch (error) {
      console.error(error);
    }
  };
  await Promise.all(Object.entries(loading).map(load));
  return { lists };
}

export const pageContext = createContext<PageContext>();

/** The nonce, for components. */
export const NonceContext = createReactContext('');
