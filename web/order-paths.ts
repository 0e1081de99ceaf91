/** Returns the address of a purchase's page, which people call an order. */
export const purchasePath = (id: string) => `/dashboard/purchases/${id}`;

/** Returns the address of the page of an order in the specification's sense: a line of a purchase. */
export const orderPath = (id: string) => `/dashboard/orders/${id}`;
