/** Every query of the shop: its key and how it is asked for. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { EventListQuery } from '#contract/events.ts';
import type { OrderListQuery } from '#contract/orders.ts';
import type { Product, ProductListQuery } from '#contract/products.ts';
import { callAsUser, callForPieceAsUser } from './account.ts';
import { callApi, callForPiece, statusOf } from './api.ts';
import { confirmAddress } from './passwords.ts';
import { randomKey } from './random-key.ts';
import { getProofs, listSessions } from './sessions.ts';

/** What someone is to the shop; `ended` when their session is over. */
export type Role = 'admin' | 'customer' | 'ended';

export const HOME_PRODUCTS = 6;
export const HOME_REVIEWS = 3;
/** Entries that a long list asks for at once. */
export const PIECE = 50;

/** Products that the grid asks for at once: whole rows of one, two or three columns. */
export const GRID_PIECE = 48;

/** How a long list goes on: each piece is asked for by the last entry before it. */
function inPieces(size: number, after?: string) {
  const limit = String(size);
  return {
    initialPageParam: { limit, after } as { limit: string; after: string | undefined },
    getNextPageParam({ entries }: { entries: { _id: string }[] }) {
      const last = entries.at(-1);
      return last && entries.length === size ? { limit, after: last._id } : undefined;
    },
  };
}

/** The pieces of a long list that have come. */
type Pieces<Entry> = InfiniteData<{ entries: Entry[]; total: number }>;

/** A long list as a page asks for it. */
export type LongList = UseInfiniteQueryResult<Pieces<unknown>>;

/** A long list as far as it is loaded, and how many entries it has in all. */
export function listOf<Entry>(data: Pieces<Entry> | undefined) {
  const entries = data?.pages.flatMap((piece) => piece.entries) ?? [];
  return { entries, total: data?.pages.at(-1)?.total ?? 0 };
}

/** The last six products, newest first. Sends no authorization. */
export const latestProducts = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) =>
    callApi('listProducts', { query: { sort: 'newest', limit: String(HOME_PRODUCTS) } }, { signal }),
});

/** The filter and the order of the grid. */
export interface GridFilter {
  q?: string;
  sort?: NonNullable<ProductListQuery['sort']>;
  /** Begins after this product: the pages of a browser without JavaScript. */
  after?: string;
}

/** The grid's products, piece by piece; oldest first without another order. They stay for who comes back from one. */
export const allProducts = ({ after, ...filter }: GridFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['products', 'all', { ...filter, after }],
    queryFn: ({ pageParam, signal }) =>
      callForPiece('listProducts', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPieces(GRID_PIECE, after),
    gcTime: 30 * 60_000,
  });

/** The admin's list of all products, or of those that hold all words of `q`. It sends the accessToken. */
export const managedProducts = (q?: string) =>
  infiniteQueryOptions({
    queryKey: ['products', 'managed', { q }],
    queryFn: ({ pageParam, signal }) =>
      callForPieceAsUser('listProducts', { query: { q, ...pageParam } }, { signal }),
    ...inPieces(PIECE),
  });

export const product = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => callApi('getProduct', { params: { id } }, { signal }),
  });

/** The last three reviews, newest first. */
export const latestReviews = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) =>
    callAsUser('listReviews', { query: { sort: 'newest', limit: String(HOME_REVIEWS) } }, { signal }),
});

/** One person's orders, newest first, piece by piece; all of them, or those that `filter` leaves. */
export const ordersOf = (email: string, filter: Pick<OrderListQuery, 'q' | 'state'> = {}) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'of', email, filter],
    queryFn: ({ pageParam, signal }) =>
      callForPieceAsUser('listOrders', { query: { email, ...filter, ...pageParam } }, { signal }),
    ...inPieces(PIECE),
  });

/** A buyer's latest order, or null: where their orders go to. */
export const latestOrder = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'latest', email],
    queryFn: async ({ signal }) => {
      const orders = await callAsUser('listOrders', { query: { email, limit: '1' } }, { signal });
      return orders[0] ?? null;
    },
  });

/** What one person has to pay. */
export const orderSummary = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'summary', email],
    queryFn: ({ signal }) => callAsUser('summarizeOrders', { query: { email } }, { signal }),
  });

export const allOrders = infiniteQueryOptions({
  queryKey: ['orders', 'all'],
  queryFn: ({ pageParam, signal }) => callForPieceAsUser('listOrders', { query: pageParam }, { signal }),
  ...inPieces(PIECE),
});

export const order = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => callAsUser('getOrder', { params: { id } }, { signal }),
  });

export const orderHistory = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'history'],
    queryFn: ({ signal }) => callAsUser('getOrderHistory', { params: { id } }, { signal }),
  });

/** The payments of an order, for admins. Under the order, so that what changes it fetches them again. */
export const orderPayments = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'payments'],
    queryFn: ({ signal }) => callAsUser('listOrderPayments', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** The payment intent of an order: asked for when the payment page opens, kept as long as it is open. */
export const paymentIntent = (orderId: string, total: number) =>
  queryOptions({
    queryKey: ['intent', orderId],
    queryFn: () =>
      callAsUser('createPaymentIntent', { body: { price: total, orderId } }, { idempotencyKey: randomKey() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Whether a person is an admin. Asked anew whenever a page needs it: a role may change any time. A session that has ended
 * is an answer too, so that what is on the page stays there while it is asked again.
 */
export const role = (email: string) =>
  queryOptions({
    queryKey: ['admin', email],
    queryFn: async ({ signal }): Promise<Role> => {
      try {
        const { admin } = await callAsUser('isAdmin', { params: { email } }, { signal });
        return admin ? 'admin' : 'customer';
      } catch (error) {
        const status = statusOf(error);
        if (status === 401 || status === 403) return 'ended';
        throw error;
      }
    },
    staleTime: 0,
  });

/** Where somebody is signed in. */
export const sessions = (email: string) =>
  queryOptions({
    queryKey: ['sessions', email],
    queryFn: ({ signal }) => listSessions(signal),
    staleTime: 0,
  });

/** How somebody proves who they are. */
export const proofs = (email: string) =>
  queryOptions({
    queryKey: ['proofs', email],
    queryFn: ({ signal }) => getProofs(signal),
    staleTime: 0,
  });

/** That somebody's address is confirmed, by the token of a link: done as often as it is asked for, with the same end. */
export const confirmation = (email: string, token: string) =>
  queryOptions({
    queryKey: ['confirmation', email, token],
    queryFn: async () => {
      await confirmAddress(token);
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Everyone with an account, or those whose address or name holds all words of `q`. */
export const users = (q?: string) =>
  infiniteQueryOptions({
    queryKey: ['users', { q }],
    queryFn: ({ pageParam, signal }) =>
      callForPieceAsUser('listUsers', { query: { q, ...pageParam } }, { signal }),
    ...inPieces(PIECE),
  });

/** The filter of the log. */
export type LogFilter = Pick<EventListQuery, 'kind' | 'person' | 'order' | 'product'>;

/** The log, newest first, piece by piece. */
export const log = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPieceAsUser('listEvents', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPieces(PIECE),
    staleTime: 0,
  });

/** Refunds that the payment provider has not confirmed yet, piece by piece. They change by themselves. */
export const dueRefunds = infiniteQueryOptions({
  queryKey: ['refunds due'],
  queryFn: ({ pageParam, signal }) => callForPieceAsUser('listDueRefunds', { query: pageParam }, { signal }),
  ...inPieces(PIECE),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** How many payments wait for an admin: shown in the menu on every page of theirs, so it asks for little and seldom. */
export const countOfPaymentsToAnswer = queryOptions({
  queryKey: ['payments to answer', 'count'],
  queryFn: async ({ signal }) =>
    (await callForPieceAsUser('listPaymentsToAnswer', { query: { limit: '1' } }, { signal })).total,
  staleTime: 0,
  refetchInterval: 60_000,
});

/** Payments with a dispute to answer or a refused refund, piece by piece. */
export const paymentsToAnswer = infiniteQueryOptions({
  queryKey: ['payments to answer', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callForPieceAsUser('listPaymentsToAnswer', { query: pageParam }, { signal }),
  ...inPieces(PIECE),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** What went wrong between the shop and its payment provider, by kind. */
export const paymentProblems = queryOptions({
  queryKey: ['payment problems'],
  queryFn: ({ signal }) => callAsUser('listPaymentProblems', {}, { signal }),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** What the shop says about itself. It comes with the page. */
export const config = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => callApi('getConfig', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Keys that belong to nobody in particular; everything else is forgotten when the person changes. */
export const PUBLIC_KEYS: readonly unknown[] = ['products', 'review', 'config'];

/** A product as one of the lists knows it, or undefined when none does. */
export function findListed(client: QueryClient, id: string): Product | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ['products'] })) {
    const listed = productsIn(data).find((one) => one._id === id);
    if (listed) return listed;
  }
  return undefined;
}

/** The products of a list of any kind. */
function productsIn(data: unknown): Product[] {
  if (Array.isArray(data)) return data;
  const isLong = typeof data === 'object' && data !== null && 'pages' in data;
  return isLong ? listOf(data as Pieces<Product>).entries : [];
}
