import { type DemoProduct, family, lastBuy, obsolete } from './family.ts';

const tray = { name: 'Tray', pieces: 50 };
const ddr5 = { type: 'DDR5', voltage: 1.1 };

const udimms = family(
  {
    ...{ category: 'memory', picture: 'memory-udimm', minOrder: 200, package: tray, leadDays: 3 },
    attributes: { ...ddr5, form: 'UDIMM', ecc: false, pins: 288 },
    breaks: [
      [1000, 3.5],
      [5000, 7],
    ],
  },
  (
    capacity: number,
    speed: number,
    cas: number,
    ranks: string,
    hot: boolean,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `D5U-${speed}-${capacity}${hot ? 'I' : ''}`,
      mpn: `NB-D5U-${speed}-${capacity}${hot ? '-I' : ''}`,
    },
    name: `DDR5-${speed} UDIMM ${capacity} GB${hot ? ', industrial' : ''}`,
    shortDetails: `Unbuffered desktop module, 288 pins, ${ranks}, CL${cas}, 1.1 V, ${hot ? '-40 to 85 °C, ' : ''}on-die ECC, gold contacts of 30 microinches.`,
    attributes: { capacity, speed, ranks, cas, temperature: hot ? 85 : 70 },
    ...{
      price,
      available,
      weightGrams: ranks === '2Rx8' ? 24 : 21,
      ...(hot && { leadDays: 21, minOrder: 100 }),
      ...more,
    },
  }),
  [
    [16, 4800, 40, '1Rx8', false, 35.4, 6200, lastBuy],
    [16, 5200, 42, '1Rx8', false, 36.9, 0, obsolete('D5U-5600-16', 'better')],
    [16, 5600, 46, '1Rx8', false, 38.6, 21000],
    [16, 6400, 52, '1Rx8', false, 47.2, 4800],
    [24, 5600, 46, '1Rx8', false, 58.5, 3900],
    [32, 4800, 40, '2Rx8', false, 68.7, 2400, lastBuy],
    [32, 5200, 42, '2Rx8', false, 71.3, 150, obsolete('D5U-5600-32', 'better')],
    [32, 6400, 52, '2Rx8', false, 92.4, 3100],
    [48, 5600, 46, '2Rx8', false, 118.9, 2700],
    [48, 6400, 52, '2Rx8', false, 139.5, 80],
    [16, 4800, 40, '1Rx8', true, 58.9, 700],
    [16, 5600, 46, '1Rx8', true, 64.5, 350],
    [32, 4800, 40, '2Rx8', true, 112, 480],
    [32, 5600, 46, '2Rx8', true, 121.5, 0],
  ],
);

const sodimms = family(
  {
    ...{ category: 'memory', picture: 'memory-sodimm', minOrder: 250, package: tray, leadDays: 3 },
    attributes: { ...ddr5, form: 'SO-DIMM', ecc: false, pins: 262 },
    breaks: [
      [1000, 3.5],
      [5000, 7],
    ],
  },
  (
    capacity: number,
    speed: number,
    cas: number,
    ranks: string,
    hot: boolean,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `D5S-${speed}-${capacity}${hot ? 'I' : ''}`,
      mpn: `NB-D5S-${speed}-${capacity}${hot ? '-I' : ''}`,
    },
    name: `DDR5-${speed} SO-DIMM ${capacity} GB${hot ? ', industrial' : ''}`,
    shortDetails: hot
      ? `262 pins, ${ranks}, CL${cas}, 1.1 V, -40 to 85 °C, sulphur-resistant resistors, conformal coating on request.`
      : `262 pins, ${ranks}, CL${cas}, 1.1 V, for notebooks, mini PCs and thin clients. Antistatic trays of 50 pieces.`,
    attributes: { capacity, speed, ranks, cas, temperature: hot ? 85 : 70 },
    ...{ price, available, weightGrams: 9, ...(hot && { leadDays: 21, minOrder: 100 }), ...more },
  }),
  [
    [8, 4800, 40, '1Rx16', false, 19.9, 3400, lastBuy],
    [8, 5600, 46, '1Rx16', false, 21.8, 12500],
    [16, 4800, 40, '1Rx8', false, 37.4, 5200, lastBuy],
    [24, 5600, 46, '1Rx8', false, 60.2, 1800],
    [32, 4800, 40, '2Rx8', false, 70.1, 0, obsolete('D5S-5600-32', 'better')],
    [32, 5600, 46, '2Rx8', false, 77.6, 7400],
    [48, 5600, 46, '2Rx8', false, 121.3, 950],
    [8, 4800, 40, '1Rx16', true, 36.5, 800],
    [16, 4800, 40, '1Rx8', true, 61.2, 1200],
    [32, 4800, 40, '2Rx8', true, 108.4, 450],
  ],
);

const rdimms = family(
  {
    ...{
      category: 'memory',
      picture: 'memory-rdimm',
      minOrder: 100,
      package: { name: 'Tray', pieces: 25 },
      leadDays: 7,
    },
    attributes: { ...ddr5, form: 'RDIMM', ecc: true, pins: 288, height: 31 },
    breaks: [
      [250, 2],
      [1000, 4.5],
    ],
  },
  (
    capacity: number,
    speed: number,
    cas: number,
    ranks: string,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `D5R-${speed}-${capacity}`, mpn: `NB-D5R-${speed}-${capacity}` },
    name: `DDR5-${speed} RDIMM ECC ${capacity} GB, low-profile heat spreader`,
    shortDetails: `Registered server module with ECC, ${ranks}, CL${cas}, 1.1 V, aluminum spreader of 31 mm height, for 1U racks.`,
    attributes: { capacity, speed, ranks, cas },
    ...{ price, available, weightGrams: 52, ...more },
  }),
  [
    [16, 4800, 40, '1Rx8', 68.5, 1900, lastBuy],
    [32, 4800, 40, '2Rx8', 116, 2200],
    [32, 5600, 46, '1Rx4', 127.5, 4100],
    [64, 5600, 46, '2Rx4', 231, 5300],
    [48, 5600, 46, '1Rx4', 178, 1100],
    [96, 5600, 46, '2Rx4', 352, 1400],
    [128, 5600, 46, '2Rx4', 489, 620],
    [64, 6400, 52, '2Rx4', 268, 1700],
    [96, 6400, 52, '2Rx4', 398, 90],
    [128, 6400, 52, '2Rx4', 556, 340],
  ],
);

export const memory = [...udimms, ...sodimms, ...rdimms];
