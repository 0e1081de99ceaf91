import { type DemoProduct, family, lastBuy } from './family.ts';

const atx = family(
  {
    ...{ category: 'power-supplies', picture: 'psu-atx', minOrder: 100, leadDays: 5 },
    package: { name: 'Carton', pieces: 5 },
    attributes: { form: 'ATX', efficiency: '80 PLUS Gold', modular: true, fan: 135, standard: 'ATX 3.1' },
    breaks: [
      [500, 3],
      [1000, 5],
    ],
  },
  (watts: number, grams: number, price: number, available: number, more: Partial<DemoProduct> = {}) => ({
    ...{ sku: `PSU-ATX-${watts}G`, mpn: `NB-P${watts}G` },
    name: `ATX Power Supply ${watts} W, 80 PLUS Gold, modular`,
    shortDetails: `Fully modular, 135 mm fluid-bearing fan, 105 °C capacitors, ATX 3.1${watts > 600 ? ', 12V-2x6 cable included' : ''}.`,
    attributes: { power: watts },
    ...{ price, available, weightGrams: grams, ...more },
  }),
  [
    [550, 1580, 56.9, 1900, lastBuy],
    [650, 1640, 64.4, 4200],
    [750, 1710, 73.2, 5600],
    [1000, 1980, 108.5, 2100],
    [1200, 2150, 142, 850],
  ],
);

const redundant = family(
  {
    ...{ category: 'power-supplies', picture: 'psu-crps', minOrder: 100, leadDays: 10 },
    package: { name: 'Carton', pieces: 8 },
    attributes: { form: 'CRPS', hot_swap: true, fan: 40 },
    breaks: [
      [250, 2.5],
      [500, 4.5],
    ],
  },
  (
    watts: number,
    grade: 'Platinum' | 'Titanium',
    grams: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `PSU-CR-${watts}${grade[0]}`, mpn: `NB-CR${watts}${grade === 'Titanium' ? 'T' : ''}` },
    name: `Redundant Server Power Supply ${watts} W, CRPS${grade === 'Titanium' ? ', Titanium' : ''}`,
    shortDetails: `Hot-swap CRPS module, 80 PLUS ${grade}, 12 V, 40 mm counter-rotating fan, green release latch.`,
    attributes: { power: watts, efficiency: `80 PLUS ${grade}` },
    ...{ price, available, weightGrams: grams, ...more },
  }),
  [
    [550, 'Platinum', 820, 84.5, 1600],
    [800, 'Platinum', 880, 109, 2400],
    [1600, 'Platinum', 1040, 189, 1100],
    [2000, 'Platinum', 1120, 238, 560],
    [800, 'Titanium', 900, 138, 640],
    [1200, 'Titanium', 980, 182, 90],
    [1600, 'Titanium', 1060, 229, 0],
    [2000, 'Titanium', 1140, 284, 310],
  ],
);

export const powerSupplies = [...atx, ...redundant];
