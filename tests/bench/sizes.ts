import type { CatalogueSizes } from './catalogue.ts';
import type { DeskSizes } from './desk.ts';
import type { GrowthSizes } from './growing.ts';

/** Duration and size of a run. */
export interface Sizes {
  seconds: number;
  rounds: number;
  /** With many responses per second, more and shorter turns are more precise. */
  reading: { seconds: number; rounds: number };
  /** Loads of each page in the browser. */
  pageRounds: number;
  /** Runs of Lighthouse on each page. */
  lighthouseRounds: number;
  buyers: number[];
  /** Orders that each side has placed before it is measured, at least. */
  warmUp: number;
  growth: GrowthSizes;
  catalogue: CatalogueSizes;
  desk: DeskSizes;
  processes: number[];
  starts: number;
}

export const WHOLE: Sizes = {
  seconds: 1.8,
  rounds: 3,
  reading: { seconds: 1.1, rounds: 5 },
  pageRounds: 20,
  lighthouseRounds: 1,
  buyers: [1, 8, 32],
  warmUp: 10_000,
  growth: {
    rounds: 4,
    small: { products: 24, orders: 1_000 },
    larger: [
      { products: 1_000, orders: 100_000, samples: 300 },
      { products: 10_000, orders: 1_000_000, samples: 300 },
      { products: 100_000, orders: 1_000_000, samples: 600 },
    ],
  },
  catalogue: { products: 100_000, samples: 400, clicks: 40, pastes: 20, imported: 10_000 },
  desk: { products: 100_000, orders: 1_000_000, movements: 1_000_000, samples: 40 },
  processes: [1, 2, 4],
  starts: 3,
};

/** A shop whose log has so many entries, beside one that has a million. */
export const withLog = (events: number): GrowthSizes => ({
  rounds: 4,
  small: { products: 1_000, orders: 100_000, events: 1_000_000 },
  larger: [{ products: 1_000, orders: 100_000, events, samples: 600 }],
});

export const QUICK: Sizes = {
  seconds: 0.7,
  rounds: 2,
  reading: { seconds: 0.7, rounds: 2 },
  pageRounds: 2,
  lighthouseRounds: 1,
  buyers: [8],
  warmUp: 1_000,
  growth: {
    rounds: 2,
    small: { products: 24, orders: 1_000 },
    larger: [{ products: 1_000, orders: 10_000, samples: 60 }],
  },
  catalogue: { products: 2_000, samples: 40, clicks: 4, pastes: 2, imported: 1_000 },
  desk: { products: 1_000, orders: 10_000, movements: 10_000, samples: 5 },
  processes: [1, 2],
  starts: 1,
};
