/** Returns a path with a query of the values that are given. Empty ones are left out. */
export function pathWith(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** Returns the address of a purchase's page, which people call an order. */
export const purchasePath = (id: string) => `/dashboard/purchases/${id}`;

/** Returns the address of an order line on the page of its purchase. */
export const linePath = (order: { _id: string; purchaseId: string }) =>
  `${purchasePath(order.purchaseId)}#${order._id}`;

/** Returns the address of an order line of which only the id is known. It redirects to `linePath`. */
export const orderPath = (id: string) => `/dashboard/orders/${id}`;
