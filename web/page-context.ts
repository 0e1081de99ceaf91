import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { PageContext } from '#contract/pages.ts';

/** The result of a loader: lists for the query cache, each with its key. */
export interface PageData {
  lists: [queryKey: readonly unknown[], list: unknown][];
}

/** Loads lists in parallel. A failed list is left out: the browser requests it again and shows the error in its place. */
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

/** The server's data for the loaders of a page. */
export const pageContext = createContext<PageContext>();

/** The nonce of the page, for components. */
export const NonceContext = createReactContext('');
