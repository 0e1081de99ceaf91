import { type DemoProduct, family } from './family.ts';

export const storageControllers = family(
  {
    ...{ category: 'storage-controllers', picture: 'hba-slimsas', minOrder: 100, leadDays: 14 },
    package: { name: 'Carton', pieces: 10 },
    attributes: { ports: 16, connector: 'SlimSAS', connectors: 4, low_profile: true },
    breaks: [
      [250, 2.5],
      [500, 4],
    ],
  },
  (
    speed: number,
    mode: 'IT' | 'RAID',
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `${mode === 'IT' ? 'HBA' : 'RAI'}-16I-SAS${speed}`,
      mpn: `NB-${mode === 'IT' ? 'H' : 'R'}16i-SAS${speed}`,
    },
    name: `${mode === 'IT' ? 'Storage Controller' : 'RAID Controller'} SAS ${speed === 24 ? '22.5' : '12'} Gb/s, 16 ports`,
    shortDetails: `16 internal ports on 4 SlimSAS connectors, PCIe 4.0 x8, ${mode === 'IT' ? 'IT mode' : 'RAID 0, 1, 5, 6, 10, 50 and 60'}, finned heat sink, low profile.`,
    attributes: { speed: speed === 24 ? 22.5 : 12, interface: 'PCIe 4.0 x8', mode },
    ...{ price, available, weightGrams: 185, ...more },
  }),
  [
    [24, 'IT', 312, 640],
    [12, 'RAID', 418, 520],
    [24, 'RAID', 524, 85],
  ],
);
