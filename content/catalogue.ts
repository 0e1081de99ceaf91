import type { PriceBreak } from '#contract/price.ts';

/**
 * The demo catalogue that fills an empty sandbox, oldest first (the shop shows the newest six on its home page).
 *
 * `slug` names the picture: `content/pictures/products/<slug>-<width>.<avif|webp>`, drawn by `studio/`.
 * `price` is dollars for one unit; `minOrder` and `available` are pieces.
 */
export interface DemoProduct {
  slug: string;
  name: string;
  shortDetails: string;
  minOrder: number;
  available: number;
  price: number;
  multiple?: number;
  priceBreaks?: PriceBreak[];
}

export const catalogue: DemoProduct[] = [
  {
    slug: 'cpu-8-core',
    name: 'NB-C8 Desktop Processor, 8 cores, 4.7 GHz',
    shortDetails:
      '8 cores, 16 threads, 4.7 GHz boost, 65 W, LGA socket, nickel-plated lid. Tray packed, without cooler.',
    minOrder: 100,
    available: 4200,
    price: 189.5,
  },
  {
    slug: 'cpu-server-64',
    name: 'NB-E64 Server Processor, 64 cores',
    shortDetails:
      '64 cores, 128 threads, 12 memory channels, 128 PCIe 5.0 lanes, 280 W, LGA with carrier frame.',
    minOrder: 100,
    available: 900,
    price: 2140,
  },
  {
    slug: 'ddr5-udimm',
    name: 'DDR5-5600 UDIMM 32 GB',
    shortDetails:
      'Unbuffered desktop module, 288 pins, CL46, 1.1 V, on-die ECC, gold contacts of 30 microinches.',
    minOrder: 200,
    available: 12500,
    price: 74.9,
    multiple: 50,
    priceBreaks: [
      { from: 1000, price: 71.9 },
      { from: 5000, price: 69.45 },
    ],
  },
  {
    slug: 'ddr5-rdimm-ecc',
    name: 'DDR5-4800 RDIMM ECC 64 GB, low-profile heat spreader',
    shortDetails:
      'Registered server module with ECC, 2Rx4, 1.1 V, aluminium spreader of 31 mm height, for 1U racks.',
    minOrder: 100,
    available: 3600,
    price: 212,
  },
  {
    slug: 'sodimm-ddr5',
    name: 'DDR5-5600 SO-DIMM 16 GB',
    shortDetails: '262 pins, 1.1 V, for notebooks, mini PCs and thin clients. Antistatic trays of 50 pieces.',
    minOrder: 250,
    available: 15000,
    price: 41.25,
  },
  {
    slug: 'mainboard-atx',
    name: 'ATX Mainboard NB-Z790W',
    shortDetails:
      'ATX, 4 DDR5 slots, 3 M.2, 2.5 GbE, 16+1 power stages under finned heat sinks, PCIe 5.0 x16.',
    minOrder: 100,
    available: 1800,
    price: 164,
  },
  {
    slug: 'mainboard-mini-itx',
    name: 'Mini-ITX Mainboard NB-I60, fanless',
    shortDetails:
      '170 x 170 mm, 2 SO-DIMM slots, dual 2.5 GbE, 12 V DC input, made for kiosks and edge gateways.',
    minOrder: 100,
    available: 2400,
    price: 118.75,
  },
  {
    slug: 'ssd-m2-nvme',
    name: 'NVMe SSD 2 TB, M.2 2280, PCIe 4.0',
    shortDetails:
      '7,100 MB/s read, 6,300 MB/s write, 1,400 TBW, DRAM cache, single-sided with graphene label.',
    minOrder: 100,
    available: 8000,
    price: 96.4,
  },
  {
    slug: 'ssd-sata-25',
    name: 'SATA SSD 1 TB, 2.5 inch',
    shortDetails: '560 MB/s read, 7 mm aluminium case, power-loss protection, 600 TBW, five-year warranty.',
    minOrder: 150,
    available: 9600,
    price: 52.8,
  },
  {
    slug: 'ssd-u2-enterprise',
    name: 'Enterprise NVMe SSD 7.68 TB, U.2 15 mm',
    shortDetails:
      'PCIe 4.0 x4, 1 drive write a day for five years, power-loss protection, finned hot-swap case.',
    minOrder: 100,
    available: 1100,
    price: 689,
  },
  {
    slug: 'hdd-35-20tb',
    name: 'Nearline Hard Disk 20 TB, 3.5 inch SATA',
    shortDetails: '7,200 rpm, helium-filled, 512 MB cache, 2.5 million hours MTBF, 550 TB a year workload.',
    minOrder: 100,
    available: 2600,
    price: 318.5,
  },
  {
    slug: 'gpu-dual-fan',
    name: 'Graphics Card 12 GB GDDR6, dual fan',
    shortDetails:
      '3,584 shaders, 192-bit GDDR6, 170 W, 2 axial fans, metal backplate, 3 DisplayPort and 1 HDMI.',
    minOrder: 100,
    available: 1500,
    price: 279,
  },
  {
    slug: 'gpu-blower-accelerator',
    name: 'Compute Accelerator 48 GB, passive, dual slot',
    shortDetails:
      '48 GB ECC memory, PCIe 4.0 x16, 300 W, straight-through cooling for servers, no display outputs.',
    minOrder: 100,
    available: 420,
    price: 2890,
  },
  {
    slug: 'psu-atx-850',
    name: 'ATX Power Supply 850 W, 80 PLUS Gold, modular',
    shortDetails:
      'Fully modular, 135 mm fluid-bearing fan, 105 °C capacitors, ATX 3.1, 12V-2x6 cable included.',
    minOrder: 100,
    available: 3100,
    price: 84.6,
  },
  {
    slug: 'psu-server-crps',
    name: 'Redundant Server Power Supply 1200 W, CRPS',
    shortDetails:
      'Hot-swap CRPS module, 80 PLUS Platinum, 12 V, 40 mm counter-rotating fan, green release latch.',
    minOrder: 100,
    available: 1300,
    price: 146,
  },
  {
    slug: 'cooler-tower',
    name: 'Tower Cooler, 6 heat pipes, 120 mm',
    shortDetails:
      '6 nickel-plated heat pipes, 52 aluminium fins, 120 mm PWM fan, 220 W, mounts for current sockets.',
    minOrder: 100,
    available: 2900,
    price: 33.9,
  },
  {
    slug: 'cooler-aio-240',
    name: 'Liquid Cooler 240 mm, closed loop',
    shortDetails:
      '240 mm aluminium radiator, two 120 mm PWM fans, ceramic bearing pump, sleeved 380 mm tubes.',
    minOrder: 100,
    available: 1700,
    price: 62.5,
  },
  {
    slug: 'fan-120-pwm',
    name: 'Case Fan 120 mm PWM, fluid bearing',
    shortDetails:
      '500 to 1,850 rpm, 2.9 mm water gauge, rubber corners, 4-pin daisy chain, 100,000 hours at 40 °C.',
    minOrder: 500,
    available: 40000,
    price: 6.35,
    multiple: 50,
    priceBreaks: [
      { from: 1000, price: 5.98 },
      { from: 5000, price: 5.625 },
      { from: 20_000, price: 5.3375 },
    ],
  },
  {
    slug: 'nic-25g-sfp28',
    name: 'Network Card 25 GbE, dual SFP28, PCIe 3.0 x8',
    shortDetails:
      '2 SFP28 cages, RDMA over Ethernet, SR-IOV, low-profile and full-height brackets in the box.',
    minOrder: 100,
    available: 1250,
    price: 128.4,
  },
  {
    slug: 'switch-8-port',
    name: 'Ethernet Switch, 8 ports 2.5 GbE, fanless',
    shortDetails:
      '8 RJ45 ports of 2.5 Gbit/s, 40 Gbit/s fabric, steel case, wall mount, 12 V supply included.',
    minOrder: 100,
    available: 2200,
    price: 58,
  },
  {
    slug: 'cable-sfp-dac',
    name: 'Direct Attach Cable 25G SFP28, 2 m',
    shortDetails: 'Passive twinax, 26 AWG, die-cast shells with pull tabs, coded for all common switches.',
    minOrder: 200,
    available: 16000,
    price: 14.2,
    priceBreaks: [
      { from: 1000, price: 13.1 },
      { from: 5000, price: 12.475 },
    ],
  },
  {
    slug: 'hba-sas-16i',
    name: 'Storage Controller SAS 12 Gb/s, 16 ports',
    shortDetails:
      '16 internal ports on 4 SlimSAS connectors, PCIe 4.0 x8, IT mode, finned heat sink, low profile.',
    minOrder: 100,
    available: 980,
    price: 236,
  },
  {
    slug: 'case-mid-tower',
    name: 'Mid-Tower Case, mesh front, glass side',
    shortDetails:
      'ATX, perforated steel front, tempered glass side panel, 3 fans, 360 mm radiators, tool-less trays.',
    minOrder: 100,
    available: 1400,
    price: 57.4,
  },
  {
    slug: 'case-rack-2u',
    name: 'Rack Server Case 2U, 12 hot-swap bays',
    shortDetails:
      '12 trays for 3.5 inch disks, 12 Gb/s backplane, 3 mid-wall fans of 80 mm, rails of 650 mm.',
    minOrder: 100,
    available: 520,
    price: 298,
  },
];
