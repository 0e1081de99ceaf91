import { type Family, family, letters, MAKERS, NO_PICTURE } from '../family.ts';

const EFFICIENCIES = [
  { name: '80 PLUS Bronze', sign: 'B', factor: 1 },
  { name: '80 PLUS Gold', sign: 'G', factor: 1.3 },
  { name: '80 PLUS Platinum', sign: 'P', factor: 1.6 },
  { name: '80 PLUS Titanium', sign: 'T', factor: 2.1 },
] as const;
const POWERS = [450, 550, 650, 750, 850, 1000, 1200, 1600] as const;

export const machines: Family[] = [
  family({
    category: 'processors',
    picture: 'cpu-server',
    share: 3,
    package: { name: 'Tray', pieces: 10 },
    lines: { by: MAKERS, use: ['Desktop', 'Server'], series: letters(20) },
    members: {
      cores: [4, 6, 8, 10, 12, 16, 24, 32],
      boost: [3.8, 4.2, 4.6, 5, 5.4],
      power: [35, 65, 95, 125, 180],
    },
    part({ by: { maker, code }, use, series, cores, boost, power }) {
      const mpn = `${code}-${use[0]}${series}${String(cores).padStart(2, '0')}${boost * 10}-${power}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: cores * (use === 'Server' ? 34 : 21) * (boost / 4),
          weightGrams: 42 + cores,
        },
        ...(use === 'Desktop' && { picture: 'cpu-desktop' }),
        name: `${use} Processor ${cores} cores, ${boost} GHz, ${power} W`,
        shortDetails: `${cores} cores, ${cores * 2} threads, ${boost} GHz boost, ${power} W, LGA socket, series ${series}. Without cooler.`,
        attributes: {
          ...{ use, cores, threads: cores * 2, boost, power, socket: 'LGA' },
          ...{ memory_channels: use === 'Server' ? 8 : 2, pcie_lanes: use === 'Server' ? 80 : 24 },
        },
      };
    },
  }),
  family({
    category: 'mainboards',
    picture: NO_PICTURE,
    share: 3,
    package: { name: 'Carton', pieces: 10 },
    lines: { by: MAKERS, form: ['ATX', 'Micro-ATX', 'Mini-ITX'], series: letters(20) },
    members: {
      m2: [1, 2, 3],
      lan: [1, 2.5, 10],
      ports: [1, 2],
      fanless: [false, true],
      version: ['1.0', '1.1', '2.0'],
    },
    part({ by: { maker, code }, form, series, m2, lan, ports, fanless, version }) {
      const size = { ATX: 'A', 'Micro-ATX': 'M', 'Mini-ITX': 'I' }[form];
      const slots = form === 'Mini-ITX' ? 2 : 4;
      const mpn = `${code}-${size}${series}${m2}${lan * 10}${ports}${fanless ? 'F' : ''}-R${version}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 62 + m2 * 9 + lan * 7 * ports,
          weightGrams: form === 'ATX' ? 1180 : 560,
        },
        ...(form === 'ATX' && ports === 1 && { picture: 'mainboard-desktop' }),
        ...(form === 'Mini-ITX' && ports === 2 && fanless && { picture: 'mainboard-edge' }),
        name: `${form} Mainboard, ${m2} M.2, ${ports} x ${lan} GbE${fanless ? ', fanless' : ''}`,
        shortDetails: `${form}, ${slots} DDR5 slots, ${m2} M.2, ${ports} x ${lan} GbE, series ${series}, revision ${version}.`,
        attributes: {
          ...{
            form,
            memory: form === 'Mini-ITX' ? 'SO-DIMM' : 'DDR5 DIMM',
            memory_slots: slots,
            m2_slots: m2,
            lan,
          },
          ...{ lan_ports: ports, fanless },
        },
      };
    },
  }),
  family({
    category: 'graphics-and-compute',
    picture: 'graphics-card',
    share: 2,
    package: { name: 'Carton', pieces: 10 },
    lines: { by: MAKERS, series: letters(23) },
    members: {
      memory: [6, 8, 12, 16, 24],
      power: [75, 120, 170, 220, 300],
      outputs: [2, 3, 4],
      clock: ['', 'OC', 'LE'],
    },
    part({ by: { maker, code }, series, memory, power, outputs, clock }) {
      const mpn = `${code}-G${series}${String(memory).padStart(2, '0')}${power}${outputs}${clock && `-${clock}`}`;
      return {
        ...{ sku: mpn, maker, mpn, price: 60 + memory * 14 + power, weightGrams: 500 + power * 3 },
        ...(outputs !== 3 && { picture: NO_PICTURE }),
        name: `Graphics Card ${memory} GB GDDR6, ${power} W${clock && `, ${clock}`}`,
        shortDetails: `${memory * 16}-bit GDDR6, ${power} W, 2 axial fans, ${outputs} DisplayPort and 1 HDMI, series ${series}.`,
        attributes: {
          ...{
            memory,
            memory_type: 'GDDR6',
            bus: memory * 16,
            shaders: power * 20,
            power,
            cooling: 'Dual fan',
          },
          ...{ interface: 'PCIe 4.0 x16', outputs: `${outputs} DisplayPort, 1 HDMI` },
        },
      };
    },
  }),
  family({
    category: 'power-supplies',
    picture: 'psu-crps',
    share: 7,
    package: { name: 'Carton', pieces: 8 },
    lines: { by: MAKERS, efficiency: EFFICIENCIES, volts: [12, 54], series: letters(20) },
    members: { power: POWERS, flow: ['F', 'R'], cable: ['C13', 'C14', 'C20'] },
    part({ by: { maker, code }, efficiency, volts, series, power, flow, cable }) {
      const mpn = `${code}-P${volts}${String(power).padStart(4, '0')}${efficiency.sign}${flow}-${cable}-${series}`;
      return {
        ...{ sku: mpn, maker, mpn, price: power * 0.085 * efficiency.factor, weightGrams: 500 + power / 2 },
        name: `Redundant Power Supply ${power} W, CRPS, ${volts} V, ${efficiency.name}`,
        shortDetails: `Hot-swap CRPS module, ${efficiency.name}, ${volts} V, ${flow === 'F' ? 'front to back' : 'back to front'}, inlet ${cable}, series ${series}.`,
        attributes: {
          ...{ form: 'CRPS', power, efficiency: efficiency.name, modular: false, hot_swap: true, fan: 40 },
          standard: `Inlet ${cable}`,
        },
      };
    },
  }),
  family({
    category: 'cases',
    picture: 'case-rack',
    share: 2,
    package: { name: 'Carton', pieces: 1 },
    lines: { by: MAKERS, series: letters(23) },
    members: {
      units: [1, 2, 3, 4],
      bays: [4, 8, 12, 16],
      rails: [550, 650, 750],
      backplane: ['6 Gb/s', '12 Gb/s'],
    },
    part({ by: { maker, code }, series, units, bays, rails, backplane }) {
      const mpn = `${code}-R${units}U${String(bays).padStart(2, '0')}-${rails}${backplane === '12 Gb/s' ? 'S' : 'A'}${series}`;
      return {
        ...{
          sku: mpn,
          maker,
          mpn,
          price: 90 + units * 38 + bays * 9,
          weightGrams: 6000 + units * 3200 + bays * 180,
        },
        ...((units !== 2 || bays !== 12) && { picture: NO_PICTURE }),
        name: `Rack Server Case ${units}U, ${bays} hot-swap bays, ${rails} mm`,
        shortDetails: `${bays} hot-swap bays, ${backplane} backplane, rails of ${rails} mm, series ${series}.`,
        attributes: { form: `Rack ${units}U`, bays, fans: 3, fan: units === 1 ? 40 : 80, rails, backplane },
      };
    },
  }),
];
