import { type DemoProduct, family, lastBuy, obsolete } from './family.ts';

/** How lengths are written in part numbers: 1 m is 1M, 1.5 m is 1M5. */
const code = (metres: number) => `${Math.floor(metres)}M${metres % 1 ? String(metres).split('.')[1] : ''}`;

const twinax = family(
  {
    ...{ category: 'network-cables', picture: 'cable-dac', minOrder: 200, leadDays: 2 },
    package: { name: 'Bag', pieces: 10 },
    attributes: { medium: 'Passive twinax' },
    breaks: [
      [1000, 6],
      [5000, 11],
    ],
  },
  (
    speed: number,
    connector: string,
    metres: number,
    gauge: number,
    grams: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `CAB-DAC${speed}-${code(metres)}`, mpn: `NB-DAC${speed}-${metres}` },
    name: `Direct Attach Cable ${speed}G ${connector}, ${metres} m`,
    shortDetails: `Passive twinax, ${gauge} AWG, die-cast shells with pull tabs, coded for all common switches.`,
    attributes: { length: metres, speed, connector, gauge },
    ...{ price, available, weightGrams: grams, ...more },
  }),
  [
    [25, 'SFP28', 1, 30, 58, 11.4, 21000],
    [25, 'SFP28', 1.5, 30, 68, 12.7, 7800],
    [25, 'SFP28', 3, 26, 128, 17.6, 12400],
    [25, 'SFP28', 5, 24, 214, 26.3, 1900],
    [50, 'SFP56', 1, 30, 60, 19.8, 4200],
    [50, 'SFP56', 1.5, 30, 70, 22.6, 1800],
    [50, 'SFP56', 2, 28, 94, 25.4, 2900],
    [50, 'SFP56', 3, 26, 132, 31.9, 160],
    [10, 'SFP+', 1, 30, 55, 7.2, 14500],
    [10, 'SFP+', 1.5, 30, 65, 7.9, 3200],
    [10, 'SFP+', 2, 28, 84, 8.8, 9700],
    [10, 'SFP+', 3, 28, 116, 10.6, 6100],
    [10, 'SFP+', 5, 24, 206, 15.9, 120, lastBuy],
    [
      10,
      'SFP+',
      7,
      24,
      288,
      21.4,
      0,
      obsolete('TRX-10G-LR', 'similar', 'Two of them and a fibre span any length.'),
    ],
  ],
);

const patch = family(
  {
    ...{
      category: 'network-cables',
      picture: 'cable-patch',
      maker: 'Valtera',
      minOrder: 200,
      leadDays: 2,
      multiple: 10,
    },
    package: { name: 'Bag', pieces: 10 },
    attributes: { connector: 'RJ45', medium: 'Copper, four pairs' },
    breaks: [
      [500, 6],
      [2000, 12],
      [10_000, 17],
    ],
  },
  (
    grade: '6' | '6A',
    metres: number,
    gauge: number,
    grams: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `CAB-C${grade}-${code(metres)}-BU`,
      mpn: `PC${grade}-${String(metres * 10).padStart(3, '0')}-BU`,
    },
    name: `Patch Cable Cat ${grade} ${grade === '6A' ? 'S/FTP' : 'U/UTP'}, ${metres} m, blue`,
    shortDetails: `${grade === '6A' ? '10 GBASE-T, 500 MHz, foil-screened pairs under a braid' : '1000BASE-T, 250 MHz, unscreened'}, ${gauge} AWG, halogen-free jacket, boots that guard the latch.`,
    attributes: { length: metres, speed: grade === '6A' ? 10 : 1, gauge },
    ...{ price, available, weightGrams: grams, ...more },
  }),
  [
    ['6A', 1, 26, 44, 2.35, 64000],
    ['6A', 1.5, 26, 62, 2.72, 28000],
    ['6A', 2, 26, 80, 3.1, 52000],
    ['6A', 3, 26, 116, 3.84, 47000],
    ['6A', 5, 26, 188, 5.3, 31000],
    ['6A', 7.5, 26, 278, 7.05, 9500],
    ['6A', 10, 26, 368, 8.85, 12000],
    ['6A', 15, 26, 548, 12.4, 2600],
    ['6A', 20, 26, 728, 15.9, 180],
    ['6', 1, 24, 34, 1.28, 38000],
    ['6', 2, 24, 62, 1.72, 41000],
    ['6', 3, 24, 90, 2.15, 26000],
    ['6', 5, 24, 146, 3.02, 17500],
    ['6', 10, 24, 286, 5.2, 0, lastBuy],
  ],
);

export const networkCables = [...twinax, ...patch];
