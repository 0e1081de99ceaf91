import { type DemoProduct, family, lastBuy, obsolete } from './family.ts';

const desktop = family(
  {
    ...{ category: 'processors', picture: 'cpu-desktop', minOrder: 100, leadDays: 5 },
    package: { name: 'Tray', pieces: 50 },
    attributes: { use: 'Desktop', socket: 'LGA', memory_channels: 2, pcie_lanes: 24 },
    breaks: [
      [500, 2.5],
      [1000, 4.5],
    ],
  },
  (
    cores: number,
    boost: number,
    watts: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `CPU-C${cores}-${boost * 10}`, mpn: `NB-C${cores}-${boost * 10}` },
    name: `NB-C${cores} Desktop Processor, ${cores} cores, ${boost} GHz`,
    shortDetails: `${cores} cores, ${cores * 2} threads, ${boost} GHz boost, ${watts} W, LGA socket, nickel-plated lid. Tray packed, without cooler.`,
    attributes: { cores, threads: cores * 2, boost, power: watts },
    ...{ price, available, weightGrams: 42, ...more },
  }),
  [
    [4, 4.2, 35, 74.5, 3100, lastBuy],
    [6, 4.4, 65, 119, 5200],
    [6, 4.9, 65, 138.5, 2700],
    [6, 3.9, 35, 129, 1400],
    [8, 4.1, 35, 192, 860],
    [12, 4.3, 35, 268, 0],
    [8, 5.1, 105, 214, 1900],
    [12, 5.2, 105, 296, 1500],
    [16, 5.4, 125, 418, 760],
  ],
);

const server = family(
  {
    ...{ category: 'processors', picture: 'cpu-server', minOrder: 100, leadDays: 14 },
    package: { name: 'Tray', pieces: 10 },
    attributes: { use: 'Server', socket: 'LGA', memory_channels: 12, pcie_lanes: 128 },
    breaks: [[250, 2]],
  },
  (
    cores: number,
    boost: number,
    watts: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `CPU-E${cores}-${watts}`, mpn: `NB-E${cores}` },
    name: `NB-E${cores} Server Processor, ${cores} cores`,
    shortDetails: `${cores} cores, ${cores * 2} threads, ${boost} GHz boost, 12 memory channels, 128 PCIe 5.0 lanes, ${watts} W, LGA with carrier frame.`,
    attributes: { cores, threads: cores * 2, boost, power: watts },
    ...{ price, available, weightGrams: 118, ...more },
  }),
  [
    [16, 4.1, 200, 689, 1200],
    [24, 4.1, 200, 948, 850],
    [32, 4, 225, 1275, 640],
    [48, 3.8, 290, 1790, 30],
    [84, 3.7, 290, 2960, 180],
    [96, 3.7, 360, 3480, 110],
    [28, 3.4, 205, 990, 200, obsolete('CPU-E32-225', 'better', 'Takes 20 W more.')],
  ],
);

export const processors = [...desktop, ...server];
