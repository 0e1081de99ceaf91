/** What the figures of a buyer's orders count. Not in the schemas' file, because pages show it and need no schema. */

/** A hold ends soon when it does within so many minutes. */
export const SOON_MINUTES = 120;

/** What was shipped within so many days is on the way. */
export const ON_THE_WAY_DAYS = 30;

/** The periods of the overview's figures, in days; the last one is today. */
export const PERIODS = [1, 7, 30, 90] as const;
/** Those that charts show, as addresses have them. */
export const CHART_PERIODS = ['7', '30', '90'] as const;
