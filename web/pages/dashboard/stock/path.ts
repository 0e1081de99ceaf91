/** Returns the address of a product's ledger. */
export const ledgerPath = (id: string) => `/dashboard/products/${id}/stock`;
