import { type DemoProduct, family, lastBuy } from './family.ts';

const graphics = family(
  {
    ...{ category: 'graphics-and-compute', picture: 'graphics-card', minOrder: 100, leadDays: 10 },
    package: { name: 'Carton', pieces: 10 },
    attributes: {
      memory_type: 'GDDR6',
      cooling: 'Dual fan',
      interface: 'PCIe 4.0 x16',
      outputs: '3 DisplayPort, 1 HDMI',
    },
    breaks: [
      [250, 1.5],
      [500, 2.8],
    ],
  },
  (
    memory: number,
    bus: number,
    shaders: number,
    power: number,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{ sku: `GPU-G${memory}`, mpn: `NB-G${memory}` },
    name: `Graphics Card ${memory} GB GDDR6, dual fan`,
    shortDetails: `${shaders.toLocaleString('en-US')} shaders, ${bus}-bit GDDR6, ${power} W, 2 axial fans, metal backplate, 3 DisplayPort and 1 HDMI.`,
    attributes: { memory, bus, shaders, power },
    ...{ price, available, weightGrams: 980, ...more },
  }),
  [
    [8, 128, 2304, 130, 198, 2600],
    [10, 160, 2816, 150, 238, 400, lastBuy],
    [16, 256, 4608, 220, 372, 1100],
  ],
);

const accelerators = family(
  {
    ...{ category: 'graphics-and-compute', picture: 'compute-accelerator', minOrder: 100, leadDays: 21 },
    package: { name: 'Carton', pieces: 4 },
    attributes: { cooling: 'Passive, dual slot', outputs: 'None' },
    breaks: [[200, 1.5]],
  },
  (
    memory: number,
    memory_type: string,
    bus: number,
    generation: '4.0' | '5.0',
    power: number,
    price: number,
    available: number,
  ) => ({
    ...{ sku: `ACC-A${memory}P`, mpn: `NB-A${memory}P` },
    name: `Compute Accelerator ${memory} GB, passive, dual slot`,
    shortDetails: `${memory} GB ${memory_type} with ECC, PCIe ${generation} x16, ${power} W, straight-through cooling for servers, no display outputs.`,
    attributes: { memory, memory_type, bus, interface: `PCIe ${generation} x16`, power },
    ...{ price, available, weightGrams: 1260 },
  }),
  [
    [24, 'GDDR6', 384, '4.0', 165, 1490, 640],
    [64, 'HBM2e', 4096, '5.0', 300, 4120, 150],
    [96, 'HBM3', 6144, '5.0', 350, 6480, 40],
  ],
);

export const graphicsAndCompute = [...graphics, ...accelerators];
