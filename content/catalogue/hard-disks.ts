import { type DemoProduct, family, lastBuy, obsolete } from './family.ts';

export const hardDisks = family(
  {
    ...{ category: 'hard-disks', picture: 'hdd-35', minOrder: 100, leadDays: 7 },
    package: { name: 'Carton', pieces: 20 },
    attributes: {
      form: '3.5 inch',
      interface: 'SATA 6 Gb/s',
      speed: 7200,
      helium: true,
      mtbf: 2.5,
      workload: 550,
    },
    breaks: [
      [500, 2.5],
      [1000, 4],
    ],
  },
  (
    terabytes: number,
    cache: number,
    locked: boolean,
    grams: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `HDD-35-${terabytes}T${locked ? 'S' : ''}`,
      mpn: `NB-H35-${terabytes}T${locked ? '-SED' : ''}`,
    },
    name: `Nearline Hard Disk ${terabytes} TB, 3.5 inch SATA${locked ? ', self-encrypting' : ''}`,
    shortDetails: `7,200 rpm, helium-filled, ${locked ? 'AES-256, ' : ''}${cache} MB cache, 2.5 million hours MTBF, 550 TB a year workload.`,
    attributes: { capacity: terabytes, cache, self_encrypting: locked },
    ...{ price, available, weightGrams: grams, ...more },
  }),
  [
    [10, 256, false, 660, 198, 300, obsolete('HDD-35-14T', 'better')],
    [12, 256, false, 660, 214.5, 1900, lastBuy],
    [14, 512, false, 670, 241, 1100],
    [16, 512, false, 670, 262.5, 3400],
    [18, 512, false, 690, 287, 2200],
    [22, 512, false, 690, 362, 1450],
    [24, 512, false, 695, 418, 700],
    [26, 512, false, 700, 489, 0],
    [12, 256, true, 660, 226, 380, lastBuy],
    [16, 512, true, 670, 276.5, 740],
    [20, 512, true, 690, 334, 520],
    [24, 512, true, 695, 436.5, 95],
  ],
);
