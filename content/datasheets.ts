/** Words of the datasheets that are made for the demo catalogue. */
export const datasheets = {
  /** The day of the facts in `content/`: set it when they change. The same facts give the same file. */
  revised: '2026-11-23',
  footer: 'Made from the facts of the catalog. Prices, stock and delivery are on the part’s page.',
};
