/** Where the pages that change one product lead back to. */
import { useLocation } from 'react-router';

const MANAGE_PRODUCTS = '/dashboard/manageProducts';

/** Returns the history state of links from Manage Products: the search and order of its list. */
export function useListState(): { list: string } {
  return { list: useLocation().search };
}

/** Returns the address of Manage Products with the search and order that a person had there, and the state that keeps them. */
export function useManagedList(): { to: string; state: { list: string } } {
  const state: unknown = useLocation().state;
  const list = state && typeof state === 'object' && 'list' in state ? state.list : undefined;
  const search = typeof list === 'string' && list.startsWith('?') ? list : '';
  return { to: MANAGE_PRODUCTS + search, state: { list: search } };
}
