import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Config } from '#contract/payments.ts';
import type { Product, ProductListQuery } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';

/** What the server hands to the rendering of one page. */
export interface PageContext {
  /** Of the page's Content-Security-Policy; every inline script carries it. */
  nonce: string;
  /** 404 when the address names something that does not exist, such as an unknown product. */
  status?: number;
  config: Config;
  load: {
    /** A piece of the products, as GET /products answers it, and how many match in all. */
    findProducts(query: ProductListQuery): Promise<{ products: Product[]; total: number }>;
    /** So many reviews, newest first. */
    listLatestReviews(limit: number): Promise<Review[]>;
  };
}

/** What a route tells the server of its page. */
export interface PageHandle {
  /**
   * The fields of the address by which the server renders it. It knows no others: what it has rendered for the address without
   * them is sent. A page that reads another field does so after the browser has taken it over.
   */
  fields: readonly string[];
}

/** What a loader returns: lists for the query cache, each with its key. */
export interface PageData {
  lists: [queryKey: readonly unknown[], list: unknown][];
}

/** Loads lists side by side. One that fails is left out: the browser asks for it, and says so where it should stand. */
export async function loadLists(
  ...loading: [queryKey: readonly unknown[], list: Promise<unknown>][]
): Promise<PageData> {
  const lists: PageData['lists'] = [];
  const load = async ([queryKey, list]: (typeof loading)[number]) => {
    try {
      lists.push([queryKey, await list]);
    } catch (error) {
      console.error(error);
    }
  };
  await Promise.all(loading.map(load));
  return { lists };
}

export const pageContext = createContext<PageContext>();

/** The nonce, for components. */
export const NonceContext = createReactContext('');
