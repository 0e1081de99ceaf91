import { type Family, family, letters, MAKERS, NO_PICTURE } from '../family.ts';

const MODULES = [
  {
    type: 'DDR5',
    form: 'UDIMM',
    picture: 'memory-udimm',
    ecc: false,
    pins: 288,
    voltage: 1.1,
    grams: 24,
    sign: '5U',
    price: 2.1,
  },
  {
    type: 'DDR5',
    form: 'UDIMM',
    picture: 'memory-udimm',
    ecc: true,
    pins: 288,
    voltage: 1.1,
    grams: 26,
    sign: '5E',
    price: 2.6,
  },
  {
    type: 'DDR5',
    form: 'SO-DIMM',
    picture: 'memory-sodimm',
    ecc: false,
    pins: 262,
    voltage: 1.1,
    grams: 9,
    sign: '5S',
    price: 2.2,
  },
  {
    type: 'DDR5',
    form: 'RDIMM',
    picture: 'memory-rdimm',
    ecc: true,
    pins: 288,
    voltage: 1.1,
    grams: 44,
    sign: '5R',
    price: 3.3,
  },
  {
    type: 'DDR4',
    form: 'UDIMM',
    picture: 'memory-udimm',
    ecc: false,
    pins: 288,
    voltage: 1.2,
    grams: 22,
    sign: '4U',
    price: 1.7,
  },
  {
    type: 'DDR4',
    form: 'SO-DIMM',
    picture: 'memory-sodimm',
    ecc: false,
    pins: 260,
    voltage: 1.2,
    grams: 9,
    sign: '4S',
    price: 1.8,
  },
  {
    type: 'DDR4',
    form: 'RDIMM',
    picture: 'memory-rdimm',
    ecc: true,
    pins: 288,
    voltage: 1.2,
    grams: 42,
    sign: '4R',
    price: 2.4,
  },
] as const;
const SPEEDS = { DDR4: [2133, 2400, 2666, 2933, 3200], DDR5: [4800, 5200, 5600, 6000, 6400] } as const;

const DRIVES = [
  {
    form: 'M.2 2280',
    picture: 'ssd-m2',
    bus: 'PCIe 4.0 x4',
    read: 7000,
    write: 6200,
    grams: 8.5,
    sign: 'M4',
    price: 48,
  },
  {
    form: 'M.2 2280',
    picture: 'ssd-m2',
    bus: 'PCIe 5.0 x4',
    read: 13_600,
    write: 11_800,
    grams: 9,
    sign: 'M5',
    price: 78,
  },
  {
    form: 'M.2 2230',
    picture: 'ssd-m2-2230',
    bus: 'PCIe 4.0 x4',
    read: 5000,
    write: 3600,
    grams: 3.2,
    sign: 'S4',
    price: 55,
  },
  {
    form: '2.5 inch, 7 mm',
    picture: 'ssd-sata',
    bus: 'SATA 6 Gb/s',
    read: 560,
    write: 530,
    grams: 48,
    sign: 'SA',
    price: 46,
  },
  {
    form: 'U.2, 15 mm',
    picture: 'ssd-u2',
    bus: 'PCIe 4.0 x4',
    read: 6800,
    write: 4000,
    grams: 165,
    sign: 'U4',
    price: 92,
  },
] as const;

export const memoryAndStorage: Family[] = [
  family({
    category: 'memory',
    picture: 'memory-sodimm',
    share: 14,
    package: { name: 'Tray', pieces: 50 },
    lines: { by: MAKERS, module: MODULES, series: letters(20) },
    members: {
      capacity: [8, 16, 32, 64],
      speed: [0, 1, 2, 3, 4],
      ranks: ['1Rx8', '2Rx8', '2Rx4'],
      grade: ['C', 'I'],
    },
    part({ by: { maker, code }, module, series, capacity, speed, ranks, grade }) {
      const { type, form, picture, ecc, pins, voltage, grams, sign } = module;
      const rate = SPEEDS[type][speed];
      const chips = ranks.replace(/^(\d)Rx(\d)$/, '$1$2');
      const mpn = `${code}${sign}${String(capacity).padStart(3, '0')}G${rate}${chips}-${series}${grade}`;
      const range = grade === 'I' ? '-40 to 85 °C' : '0 to 70 °C';
      return {
        picture,
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 8 + capacity * module.price * (1 + speed * 0.04),
          weightGrams: grams,
        },
        name: `${type}-${rate} ${form} ${ecc ? 'ECC ' : ''}${capacity} GB, ${ranks}`,
        shortDetails: `${pins} pins, ${voltage} V, series ${series}, ${range}. Antistatic trays of 50 pieces.`,
        attributes: { type, form, capacity, speed: rate, ranks, ecc, voltage, pins },
      };
    },
  }),
  family({
    category: 'solid-state-drives',
    picture: 'ssd-u2',
    share: 11,
    package: { name: 'Tray', pieces: 20 },
    lines: { by: MAKERS, drive: DRIVES, series: letters(23) },
    members: {
      capacity: [0.24, 0.48, 0.96, 1.92, 3.84, 7.68],
      writes: [0.3, 1, 3],
      locked: [false, true],
      firmware: ['01', '02', '03', '04', '05', '06'],
    },
    part({ by: { maker, code }, drive, series, capacity, writes, locked, firmware }) {
      const size = String(capacity * 1000).padStart(4, '0');
      const mpn = `${code}-${drive.sign}${series}${size}-${String(writes * 10).padStart(2, '0')}${locked ? 'S' : 'N'}${firmware}`;
      return {
        ...{ sku: mpn, maker, mpn, picture: drive.picture, weightGrams: drive.grams },
        price: (14 + capacity * drive.price) * (1 + writes * 0.12),
        name: `SSD ${capacity} TB, ${drive.form}, ${drive.bus}${locked ? ', self-encrypting' : ''}`,
        shortDetails: `${drive.read} MB/s read, ${drive.write} MB/s write, ${writes} drive writes a day, firmware ${firmware}.`,
        attributes: {
          ...{ capacity, form: drive.form, interface: drive.bus, read: drive.read, write: drive.write },
          ...{ endurance: Math.round(capacity * writes * 1825), writes_a_day: writes },
          ...{ power_loss: writes >= 1, dram: drive.sign !== 'S4', warranty: writes >= 1 ? 5 : 3 },
        },
      };
    },
  }),
  family({
    category: 'hard-disks',
    picture: 'hdd-35',
    share: 3,
    package: { name: 'Carton', pieces: 20 },
    lines: { by: MAKERS, series: letters(23), bus: ['SATA 6 Gb/s', 'SAS 12 Gb/s'] },
    members: {
      capacity: [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24],
      cache: [256, 512],
      sector: ['512e', '4Kn', '512n'],
    },
    part({ by: { maker, code }, series, bus, capacity, cache, sector }) {
      const mpn = `${code}H${String(capacity * 1000).padStart(5, '0')}${bus.startsWith('SAS') ? 'SS' : 'NM'}${cache / 256}${sector.toUpperCase()}-${series}`;
      return {
        ...{ sku: mpn, maker, mpn, price: 48 + capacity * 13.5, weightGrams: capacity > 8 ? 690 : 640 },
        name: `Hard Disk ${capacity} TB, 3.5 inch ${bus}, ${sector}`,
        shortDetails: `7,200 rpm, ${cache} MB cache, ${capacity > 8 ? 'helium-filled, ' : ''}${sector} sectors, series ${series}.`,
        attributes: {
          ...{ capacity, form: '3.5 inch', interface: bus, speed: 7200, cache, helium: capacity > 8 },
          ...{ mtbf: capacity > 8 ? 2.5 : 2, workload: 550 },
        },
      };
    },
  }),
  family({
    category: 'storage-controllers',
    picture: 'hba-slimsas',
    share: 2,
    package: { name: 'Carton', pieces: 10 },
    lines: { by: MAKERS, series: letters(20), bus: ['PCIe 3.0 x8', 'PCIe 4.0 x8', 'PCIe 5.0 x8'] },
    members: {
      ports: [4, 8, 16, 24],
      connector: ['SlimSAS', 'Mini-SAS HD', 'MCIO'],
      mode: ['IT', 'RAID'],
      bracket: ['L', 'F'],
    },
    part({ by: { maker, code }, series, bus, ports, connector, mode, bracket }) {
      const sign = { SlimSAS: 'S', 'Mini-SAS HD': 'H', MCIO: 'M' }[connector];
      const mpn = `${code}-H${bus[5]}${String(ports).padStart(2, '0')}i${sign}${mode[0]}-${series}${bracket}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 90 + ports * 9 + (mode === 'RAID' ? 140 : 0),
          weightGrams: 160 + ports,
        },
        ...((ports !== 16 || connector !== 'SlimSAS') && { picture: NO_PICTURE }),
        name: `Storage Controller SAS 12 Gb/s, ${ports} ports, ${mode} mode, ${connector}`,
        shortDetails: `${ports} internal ports on ${ports / 4} ${connector} connectors, ${bus}, ${bracket === 'L' ? 'low-profile' : 'full-height'} bracket.`,
        attributes: {
          ...{ ports, speed: 12, connector, connectors: ports / 4, interface: bus, mode },
          low_profile: bracket === 'L',
        },
      };
    },
  }),
];
