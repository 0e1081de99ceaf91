import { type Family, family, letters, MAKERS, NO_PICTURE } from '../family.ts';

/** Colours with their codes of IEC 60757. */
const COLOURS = [
  { colour: 'black', sign: 'BK' },
  { colour: 'blue', sign: 'BU' },
  { colour: 'green', sign: 'GN' },
  { colour: 'grey', sign: 'GY' },
  { colour: 'red', sign: 'RD' },
  { colour: 'white', sign: 'WH' },
  { colour: 'yellow', sign: 'YE' },
] as const;
const METRES = [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10, 15] as const;

export const coolingAndNetwork: Family[] = [
  family({
    category: 'case-fans',
    picture: 'fan-80',
    share: 9,
    package: { name: 'Carton', pieces: 50 },
    wholePackages: true,
    lines: { by: MAKERS, bearing: ['Ball', 'Fluid', 'Sleeve'], series: letters(23) },
    members: {
      size: [40, 60, 80, 92, 120, 140],
      speed: [1200, 1800, 2400, 3000, 4200],
      voltage: [5, 12, 24, 48],
      connector: ['2-pin', '3-pin', '4-pin PWM'],
    },
    part({ by: { maker, code }, bearing, series, size, speed, voltage, connector }) {
      const mpn = `${code}F${String(size).padStart(3, '0')}${bearing[0]}${speed / 100}V${String(voltage).padStart(2, '0')}${connector[0]}${series}`;
      return {
        ...{ sku: mpn, maker, mpn, price: 1.4 + size * 0.03 + speed / 2000, weightGrams: 12 + size },
        ...(size === 40 && { picture: NO_PICTURE }),
        ...((size === 120 || size === 140) && { picture: `fan-${size}` }),
        name: `Case Fan ${size} mm, ${speed} rpm, ${voltage} V, ${connector}`,
        shortDetails: `${size} mm, ${bearing.toLowerCase()} bearing, up to ${speed} rpm, ${connector}, series ${series}.`,
        attributes: {
          ...{
            size,
            speed_least: connector === '4-pin PWM' ? 500 : speed,
            speed,
            bearing,
            connector,
            voltage,
          },
          ...{
            pressure: Math.round((speed / 1000) ** 2 * 8) / 10,
            life: bearing === 'Sleeve' ? 40_000 : 100_000,
          },
        },
      };
    },
  }),
  family({
    category: 'processor-coolers',
    picture: 'cooler-air',
    share: 3,
    package: { name: 'Carton', pieces: 12 },
    lines: { by: MAKERS, series: letters(23) },
    members: {
      capacity: [95, 125, 150, 180, 220, 250],
      heat_pipes: [2, 4, 6, 8],
      fan: [92, 120, 140],
      finish: ['', 'K', 'W'],
    },
    part({ by: { maker, code }, series, capacity, heat_pipes, fan, finish }) {
      const mpn = `${code}-T${series}${String(capacity).padStart(3, '0')}-${heat_pipes}${String(fan).padStart(3, '0')}${finish}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 8 + capacity * 0.1 + heat_pipes,
          weightGrams: 300 + heat_pipes * 60,
        },
        ...((heat_pipes !== 6 || fan !== 120) && { picture: NO_PICTURE }),
        name: `Tower Cooler, ${heat_pipes} heat pipes, ${fan} mm, ${capacity} W`,
        shortDetails: `${heat_pipes} nickel-plated heat pipes, ${fan} mm PWM fan, ${capacity} W, series ${series}.`,
        attributes: { type: 'Tower', capacity, heat_pipes, fans: 1, fan },
      };
    },
  }),
  family({
    category: 'network-cards',
    picture: 'nic-dual-sfp',
    share: 4,
    package: { name: 'Carton', pieces: 20 },
    lines: {
      by: MAKERS,
      series: letters(23),
      bus: ['PCIe 3.0 x8', 'PCIe 4.0 x8', 'PCIe 4.0 x16', 'PCIe 5.0 x16'],
    },
    members: { ports: [1, 2, 4], speed: [10, 25, 50, 100], rdma: [false, true], low_profile: [false, true] },
    part({ by: { maker, code }, series, bus, ports, speed, rdma, low_profile }) {
      const connector = speed === 10 ? 'SFP+' : speed === 25 ? 'SFP28' : speed === 50 ? 'SFP56' : 'QSFP28';
      const mpn = `${code}-N${String(speed).padStart(3, '0')}${ports}${rdma ? 'R' : 'E'}${low_profile ? 'L' : 'F'}-${bus[5]}${bus.split('x')[1]}${series}`;
      return {
        ...{ sku: mpn, maker, mpn, price: 40 + ports * 14 + speed * 1.8, weightGrams: 110 + ports * 9 },
        ...((ports !== 2 || connector === 'QSFP28') && { picture: NO_PICTURE }),
        name: `Network Card ${speed} GbE, ${ports} ${connector}, ${bus}`,
        shortDetails: `${ports} ${connector} cages, ${rdma ? 'RDMA over Ethernet, ' : ''}SR-IOV, series ${series}.`,
        attributes: { ports, speed, connector, interface: bus, rdma, sriov: true, low_profile },
      };
    },
  }),
  family({
    category: 'switches',
    picture: 'switch-desktop',
    share: 2,
    package: { name: 'Carton', pieces: 10 },
    lines: { by: MAKERS, series: letters(23) },
    members: {
      speed: [1, 2.5, 10],
      managed: ['M', 'U', 'W'],
      voltage: [12, 24, 48, 54],
      mount: ['D', 'R', 'W'],
      plug: ['E', 'U', 'K'],
    },
    part({ by: { maker, code }, series, speed, managed, voltage, mount, plug }) {
      const mpn = `${code}-S08${String(speed * 10).padStart(3, '0')}${managed}${voltage}${mount}-${series}${plug}`;
      const how = { M: 'managed', U: 'unmanaged', W: 'web-managed' }[managed];
      return {
        ...{ sku: mpn, maker, mpn, price: 22 + speed * 14 + (managed === 'U' ? 0 : 20), weightGrams: 610 },
        name: `Ethernet Switch, 8 ports ${speed} GbE, ${how}, ${voltage} V`,
        shortDetails: `8 RJ45 ports of ${speed} Gbit/s, ${how}, ${voltage} V supply, plug ${plug}, series ${series}.`,
        attributes: { ports: 8, speed, connector: 'RJ45', fabric: speed * 16, fanless: true, voltage },
      };
    },
  }),
  family({
    category: 'network-cables',
    picture: 'cable-dac',
    share: 17,
    package: { name: 'Bag', pieces: 10 },
    wholePackages: true,
    lines: { by: MAKERS, series: letters(23), connector: ['SFP+', 'SFP28', 'SFP56'] },
    members: { length: METRES, jacket: COLOURS, gauge: [24, 26, 28, 30] },
    part({ by: { maker, code }, series, connector, length, jacket: { colour, sign }, gauge }) {
      const speed = { 'SFP+': 10, SFP28: 25, SFP56: 50 }[connector];
      const mpn = `${code}-DAC${String(speed).padStart(3, '0')}-${String(length * 100).padStart(4, '0')}-${gauge}${sign}-${series}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 5 + speed * 0.15 + length * 1.9,
          weightGrams: 30 + Math.round(length * 28),
        },
        name: `Direct Attach Cable ${speed}G ${connector}, ${length} m, ${colour}`,
        shortDetails: `Passive twinax, ${gauge} AWG, ${colour} jacket, die-cast shells with pull tabs, series ${series}.`,
        attributes: { length, speed, connector, medium: 'Passive twinax', gauge },
      };
    },
  }),
];
