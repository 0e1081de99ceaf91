import { type DemoProduct, family, lastBuy } from './family.ts';

const atx = family(
  {
    ...{ category: 'mainboards', picture: 'mainboard-desktop', minOrder: 100, leadDays: 10 },
    package: { name: 'Carton', pieces: 10 },
    attributes: { form: 'ATX', memory_slots: 4, m2_slots: 3, lan_ports: 1, fanless: false },
    breaks: [
      [250, 2],
      [500, 3.5],
    ],
  },
  (
    name: string,
    memory: 'DDR5 DIMM' | 'DDR5 ECC DIMM',
    memory_most: number,
    lan: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `MBD-${name}`, mpn: `NB-${name}` },
    name: `ATX Mainboard ${name}, ${lan} GbE`,
    shortDetails: `ATX, 4 slots for ${memory_most} GB of DDR5${memory === 'DDR5 ECC DIMM' ? ' with ECC' : ''}, 3 M.2, ${lan} GbE, 16+1 power stages under finned heat sinks, PCIe 5.0 x16.`,
    attributes: { memory, memory_most, lan },
    ...{ price, available, weightGrams: 1420, ...more },
  }),
  [
    ['Z740W', 'DDR5 DIMM', 128, 1, 126.5, 2900, lastBuy],
    ['Z830W', 'DDR5 DIMM', 256, 5, 189, 950],
    ['Z860W', 'DDR5 ECC DIMM', 256, 10, 268, 60],
  ],
);

const edge = family(
  {
    ...{ category: 'mainboards', picture: 'mainboard-edge', minOrder: 100, leadDays: 10 },
    package: { name: 'Carton', pieces: 20 },
    attributes: { form: 'Mini-ITX', memory: 'SO-DIMM', memory_slots: 2, lan_ports: 2, fanless: true },
    breaks: [
      [250, 2],
      [1000, 5],
    ],
  },
  (
    model: string,
    cores: number,
    memory_most: number,
    lan: number,
    input: string,
    temperature: number,
    price: number,
    available: number,
  ) => ({
    ...{ sku: `MBD-${model}-2L`, mpn: `NB-${model}-2L` },
    name: `Mini-ITX Mainboard ${model}, ${cores} cores, fanless`,
    shortDetails: `170 x 170 mm, ${cores} cores, 2 SO-DIMM slots for ${memory_most} GB, dual ${lan} GbE, ${input} input, up to ${temperature} °C.`,
    attributes: { cores, memory_most, lan, input, temperature },
    ...{ price, available, weightGrams: 540 },
  }),
  [
    ['I40', 4, 32, 1, '12 V DC', 60, 92.5, 3300],
    ['I80', 8, 64, 2.5, '12 V DC', 60, 164, 1450],
    ['I80T', 8, 64, 2.5, '9 to 36 V DC', 85, 207, 0],
  ],
);

export const mainboards = [...atx, ...edge];
