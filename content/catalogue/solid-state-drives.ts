import { type DemoProduct, family, lastBuy, obsolete } from './family.ts';

/** How capacities are written in part numbers and in names. */
const code = (terabytes: number) =>
  terabytes < 1
    ? `${terabytes * 1000}G`
    : `${String(terabytes).replace('.', 'T')}${terabytes % 1 ? '' : 'T'}`;
const size = (terabytes: number) => (terabytes < 1 ? `${terabytes * 1000} GB` : `${terabytes} TB`);
const thousands = (count: number) => count.toLocaleString('en-US');

const m2 = family(
  {
    ...{ category: 'solid-state-drives', picture: 'ssd-m2', minOrder: 100, leadDays: 3 },
    package: { name: 'Tray', pieces: 50 },
    attributes: { form: 'M.2 2280', dram: true, warranty: 5 },
    breaks: [
      [500, 2.5],
      [2000, 5],
    ],
  },
  (
    terabytes: number,
    pcie: number,
    read: number,
    write: number,
    endurance: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `SSD-M2G${pcie}-${code(terabytes)}`, mpn: `NB-M2G${pcie}-80-${code(terabytes)}` },
    name: `NVMe SSD ${size(terabytes)}, M.2 2280, PCIe ${pcie}.0`,
    shortDetails: `${thousands(read)} MB/s read, ${thousands(write)} MB/s write, ${thousands(endurance)} TBW, DRAM cache, single-sided, five-year warranty.`,
    attributes: { capacity: terabytes, interface: `PCIe ${pcie}.0 x4`, read, write, endurance },
    ...{ price, available, weightGrams: 8.5, ...more },
  }),
  [
    [0.25, 3, 3100, 1300, 150, 22.4, 2600, lastBuy],
    [0.5, 3, 3400, 2400, 300, 31.9, 4800, lastBuy],
    [1, 3, 3500, 3100, 600, 51.5, 0, obsolete('SSD-M2G4-1T', 'better')],
    [0.5, 4, 6900, 4100, 350, 36.2, 9400],
    [1, 4, 7000, 5300, 700, 56.8, 14500],
    [4, 4, 7100, 6600, 2800, 198, 2300],
    [1, 5, 13600, 9800, 700, 96.5, 3600],
    [2, 5, 14500, 12700, 1400, 164, 2900],
    [4, 5, 14800, 13400, 2800, 312, 60],
  ],
);

const short = family(
  {
    ...{ category: 'solid-state-drives', picture: 'ssd-m2-2230', minOrder: 100, leadDays: 5 },
    package: { name: 'Tray', pieces: 100 },
    attributes: { form: 'M.2 2230', interface: 'PCIe 4.0 x4', dram: false, warranty: 3 },
    breaks: [
      [500, 2.5],
      [2000, 5],
    ],
  },
  (
    terabytes: number,
    read: number,
    write: number,
    endurance: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `SSD-M2S-${code(terabytes)}`, mpn: `NB-M2S-30-${code(terabytes)}` },
    name: `NVMe SSD ${size(terabytes)}, M.2 2230, PCIe 4.0`,
    shortDetails: `${thousands(read)} MB/s read, ${thousands(write)} MB/s write, ${endurance} TBW, host memory buffer, for tablets and thin clients.`,
    attributes: { capacity: terabytes, read, write, endurance },
    ...{ price, available, weightGrams: 3.2, ...more },
  }),
  [
    [0.25, 4600, 2100, 150, 27.9, 5200],
    [0.5, 4900, 3300, 300, 39.4, 6800],
    [1, 5100, 4700, 600, 68.9, 3100],
    [2, 5150, 4850, 1000, 149, 420],
  ],
);

const sata = family(
  {
    ...{ category: 'solid-state-drives', picture: 'ssd-sata', minOrder: 150, leadDays: 3 },
    package: { name: 'Carton', pieces: 50 },
    attributes: { form: '2.5 inch, 7 mm', interface: 'SATA 6 Gb/s', power_loss: true, warranty: 5 },
    breaks: [
      [500, 2.5],
      [2000, 5.5],
    ],
  },
  (
    terabytes: number,
    writes: number,
    write: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `SSD-S25${writes > 1 ? 'W' : 'D'}-${code(terabytes)}`,
      mpn: `NB-S25${writes > 1 ? 'W' : 'D'}-${code(terabytes)}`,
    },
    name: `Data Center SATA SSD ${size(terabytes)}, 2.5 inch${writes > 1 ? ', write-intensive' : ''}`,
    shortDetails: `550 MB/s read, ${write} MB/s write, ${writes} drive writes a day for five years, power-loss protection, 7 mm aluminum case.`,
    attributes: {
      capacity: terabytes,
      read: 550,
      write,
      writes_a_day: writes,
      endurance: Math.round(terabytes * writes * 1825),
    },
    ...{ price, available, weightGrams: 52, ...more },
  }),
  [
    [0.24, 1, 350, 49.6, 1600, lastBuy],
    [0.48, 1, 460, 68.2, 5400],
    [0.96, 1, 520, 104, 6100],
    [1.92, 1, 520, 187, 3700],
    [3.84, 1, 520, 352, 1250],
    [7.68, 1, 520, 694, 140],
    [0.48, 3, 460, 89.5, 1900],
    [0.96, 3, 510, 142, 1400],
    [1.92, 3, 520, 256, 480],
  ],
);

const u2 = family(
  {
    ...{ category: 'solid-state-drives', picture: 'ssd-u2', minOrder: 100, leadDays: 14 },
    package: { name: 'Carton', pieces: 10 },
    attributes: { form: 'U.2, 15 mm', power_loss: true, warranty: 5 },
    breaks: [
      [250, 2.5],
      [500, 4.5],
    ],
  },
  (
    terabytes: number,
    pcie: number,
    writes: number,
    read: number,
    write: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `SSD-U2${pcie > 4 ? 'G5' : ''}-${code(terabytes)}`,
      mpn: `NB-U2${pcie > 4 ? 'G5' : ''}-${code(terabytes)}`,
    },
    name: `Enterprise NVMe SSD ${size(terabytes)}, U.2 15 mm${pcie > 4 ? ', PCIe 5.0' : ''}`,
    shortDetails: `PCIe ${pcie}.0 x4, ${writes === 1 ? '1 drive write' : `${writes} drive writes`} a day for five years, power-loss protection, finned hot-swap case.`,
    attributes: {
      capacity: terabytes,
      interface: `PCIe ${pcie}.0 x4`,
      writes_a_day: writes,
      read,
      write,
      endurance: Math.round(terabytes * writes * 1825),
    },
    ...{ price, available, weightGrams: 165, ...more },
  }),
  [
    [0.96, 4, 1, 5500, 1400, 148, 900, lastBuy],
    [1.92, 4, 1, 6800, 2700, 236, 1500],
    [3.84, 4, 1, 6900, 4000, 398, 1300],
    [15.36, 4, 1, 6900, 4100, 1290, 240],
    [1.6, 4, 3, 6800, 3600, 289, 700],
    [3.2, 4, 3, 6900, 5600, 468, 560],
    [6.4, 4, 3, 7000, 5900, 842, 0],
    [1.92, 5, 1, 13800, 2800, 284, 600],
    [3.84, 5, 1, 14200, 5600, 462, 850],
    [7.68, 5, 1, 14500, 7200, 798, 410],
    [15.36, 5, 1, 14500, 7800, 1480, 70],
  ],
);

export const solidStateDrives = [...m2, ...short, ...sata, ...u2];
