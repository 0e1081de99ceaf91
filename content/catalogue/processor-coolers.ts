import { type DemoProduct, family, obsolete } from './family.ts';

const tower = family(
  {
    ...{ category: 'processor-coolers', picture: 'cooler-air', minOrder: 100, leadDays: 5 },
    package: { name: 'Carton', pieces: 12 },
    attributes: { type: 'Tower', heat_pipes: 6, fans: 1, fan: 120 },
    breaks: [
      [250, 3],
      [1000, 10.5],
    ],
  },
  (
    sign: string,
    kind: string,
    capacity: number,
    speed: number,
    noise: number,
    price: number,
    available: number,
  ) => ({
    ...{ sku: `COL-T6-120${sign}`, mpn: `NB-T120${sign}` },
    name: `Tower Cooler, 6 heat pipes, 120 mm, ${kind}`,
    shortDetails: `6 nickel-plated heat pipes, 52 aluminum fins, 120 mm PWM fan up to ${speed.toLocaleString('en-US')} rpm, ${noise} dB(A), ${capacity} W.`,
    attributes: { capacity, speed, noise },
    ...{ price, available, weightGrams: 780 },
  }),
  [
    ['Q', 'quiet', 180, 1200, 19, 32.4, 3600],
    ['H', 'high airflow', 245, 2400, 34, 37.2, 2200],
    ['S', 'for servers', 260, 3000, 41, 39.8, 1250],
  ],
);

const liquid = family(
  {
    ...{ category: 'processor-coolers', picture: 'cooler-liquid', minOrder: 100, leadDays: 7 },
    package: { name: 'Carton', pieces: 6 },
    attributes: { type: 'Closed loop', radiator: 240, fans: 2, fan: 120 },
    breaks: [
      [250, 2.5],
      [500, 4.5],
    ],
  },
  (
    sign: string,
    kind: string,
    capacity: number,
    speed: number,
    noise: number,
    tube: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `COL-L240${sign}`, mpn: `NB-L240${sign}` },
    name: `Liquid Cooler 240 mm, ${kind}`,
    shortDetails: `240 mm aluminum radiator, two 120 mm PWM fans up to ${speed.toLocaleString('en-US')} rpm, ceramic bearing pump, sleeved ${tube} mm tubes, ${capacity} W.`,
    attributes: { capacity, speed, noise, tube },
    ...{ price, available, weightGrams: 1150, ...more },
  }),
  [
    ['Q', 'quiet', 250, 1500, 23, 380, 66.4, 1300],
    ['H', 'high airflow', 320, 2800, 38, 420, 74.5, 75],
    ['A', 'first edition', 230, 1700, 27, 350, 58.9, 240, obsolete('COL-L240Q', 'better')],
  ],
);

export const processorCoolers = [...tower, ...liquid];
