import type { DemoCategory } from '#content/categories.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';

/** What a family says of one of its parts. Stock, price breaks, lead time and lifecycle are drawn (`generate.ts`). */
interface FamilyPart {
  mpn: string;
  name: string;
  shortDetails: string;
  attributes: Record<string, AttributeValue>;
  /** Dollars a piece, roughly. */
  price: number;
  weightGrams: number;
  picture: string;
}

/** Parts whose numbers differ in a few digits: product lines of several makers, each line with the same members. */
export interface Family {
  category: string;
  package: { name: string; pieces: number };
  /** Whether it is sold in whole packages only. */
  wholePackages: boolean;
  /** The number of product lines, and of the parts in each. */
  lines: number;
  members: number;
  part(line: number, member: number): FamilyPart & { maker: string };
}

/** Named lists of values. Each combination of one of each is a line, or a member of each line; the first list changes first. */
type Axes = Record<string, readonly unknown[]>;
type Chosen<A extends Axes> = { [Axis in keyof A]: A[Axis][number] };

/** Makers of generated parts. The capitals of a part's number say whose it is. */
const MAKERS = [
  ...['Northbridge NB', 'Kestrion KS', 'Valtera VT', 'Odrin OD', 'Quillon QL'],
  ...['Tarvos TV', 'Hexwell HX', 'Brannick BR', 'Lumora LM', 'Corvane CV'],
];

function family<const L extends Axes, const M extends Axes>(
  { wholePackages = false, ...sold }: Pick<Family, 'category' | 'package'> & { wholePackages?: boolean },
  series: L,
  members: M,
  part: (chosen: Chosen<L> & Chosen<M> & { code: string }) => FamilyPart,
): Family {
  const lines = { by: MAKERS, ...series };
  return {
    ...sold,
    wholePackages,
    lines: sizeOf(lines),
    members: sizeOf(members),
    part(line, member) {
      const chosen = choose(lines, line);
      const [maker, code] = chosen.by.split(' ') as [string, string];
      return { ...part({ ...chosen, ...choose(members, member), code }), maker };
    },
  };
}

const sizeOf = (axes: Axes) => Object.values(axes).reduce((size, values) => size * values.length, 1);

function choose<A extends Axes>(axes: A, place: number): Chosen<A> {
  let rest = place;
  const chosen: Record<string, unknown> = {};
  for (const [axis, values] of Object.entries(axes)) {
    chosen[axis] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  return chosen as Chosen<A>;
}

/** Letters of product lines. */
const LETTERS = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ');
const padded = (value: number, digits: number) => String(value).padStart(digits, '0');

/** Type, form, ECC, pins, volts, grams, sign in part numbers, dollars a GB. */
const MODULES = [
  ['DDR5', 'UDIMM', false, 288, 1.1, 24, '5U', 2.1],
  ['DDR5', 'UDIMM', true, 288, 1.1, 26, '5E', 2.6],
  ['DDR5', 'SO-DIMM', false, 262, 1.1, 9, '5S', 2.2],
  ['DDR5', 'RDIMM', true, 288, 1.1, 44, '5R', 3.3],
  ['DDR4', 'UDIMM', false, 288, 1.2, 22, '4U', 1.7],
  ['DDR4', 'SO-DIMM', false, 260, 1.2, 9, '4S', 1.8],
  ['DDR4', 'RDIMM', true, 288, 1.2, 42, '4R', 2.4],
] as const;
const SPEEDS = { DDR4: [2133, 2400, 2666, 2933, 3200], DDR5: [4800, 5200, 5600, 6000, 6400] } as const;

/** Form, picture, bus, MB/s read and written, grams, sign in part numbers, dollars a TB. */
const DRIVES = [
  ['M.2 2280', 'ssd-m2', 'PCIe 4.0 x4', 7000, 6200, 8.5, 'M4', 48],
  ['M.2 2280', 'ssd-m2', 'PCIe 5.0 x4', 13_600, 11_800, 9, 'M5', 78],
  ['M.2 2230', 'ssd-m2-2230', 'PCIe 4.0 x4', 5000, 3600, 3.2, 'S4', 55],
  ['2.5 inch, 7 mm', 'ssd-sata', 'SATA 6 Gb/s', 560, 530, 48, 'SA', 46],
  ['U.2, 15 mm', 'ssd-u2', 'PCIe 4.0 x4', 6800, 4000, 165, 'U4', 92],
] as const;

/** The 96 preferred values of a decade (IEC 60063), of which the tables of makers consist. */
const E96 = Array.from({ length: 96 }, (_, n) => Math.round(100 * 10 ** (n / 96)));

/** Writes a resistance as part numbers do: 4K7, 220R, 1M. */
function coded(ohms: number): string {
  const [unit, sign] = ohms >= 1e6 ? [1e6, 'M'] : ohms >= 1e3 ? [1e3, 'K'] : [1, 'R'];
  const [whole, part = ''] = String(Math.round((ohms / Number(unit)) * 1000) / 1000).split('.');
  return `${whole}${sign}${part}`;
}

/** Categories that the demo catalogue does not have. */
export const componentCategories: DemoCategory[] = [
  {
    slug: 'chip-resistors',
    name: 'Chip Resistors',
    attributes: [
      { key: 'resistance', name: 'Resistance', kind: 'number', unit: 'Ω' },
      { key: 'size', name: 'Size', kind: 'choice' },
      { key: 'tolerance', name: 'Tolerance', kind: 'number', unit: '%' },
      { key: 'power', name: 'Power', kind: 'number', unit: 'W' },
    ],
  },
];

export const families: Family[] = [
  family(
    { category: 'memory', package: { name: 'Tray', pieces: 50 } },
    { module: MODULES, series: LETTERS },
    {
      capacity: [8, 16, 32, 64],
      speed: [0, 1, 2, 3, 4],
      ranks: ['1Rx8', '2Rx8', '2Rx4'],
      grade: ['C', 'E', 'I'],
    },
    ({ code, module, series, capacity, speed: step, ranks, grade }) => {
      const [type, form, ecc, pins, voltage, weightGrams, sign, perGigabyte] = module;
      const speed = SPEEDS[type][step];
      return {
        mpn: `${code}${sign}${padded(capacity, 3)}G${speed}${ranks[0]}${ranks[3]}-${series}${grade}`,
        name: `${type}-${speed} ${form} ${ecc ? 'ECC ' : ''}${capacity} GB, ${ranks}`,
        shortDetails: `${pins} pins, ${voltage} V, series ${series}, ${grade === 'C' ? '0 to 70 °C' : '-40 to 85 °C'}.`,
        attributes: { type, form, capacity, speed, ranks, ecc, voltage, pins },
        price: 8 + capacity * perGigabyte * (1 + step * 0.04),
        weightGrams,
        picture: `memory-${form.toLowerCase().replace('-', '')}`,
      };
    },
  ),
  family(
    { category: 'solid-state-drives', package: { name: 'Tray', pieces: 20 } },
    { drive: DRIVES, series: LETTERS },
    { capacity: [0.24, 0.48, 0.96, 1.92, 3.84, 7.68], writes: [0.3, 1, 3], firmware: LETTERS.slice(12) },
    ({ code, drive, series, capacity, writes, firmware }) => {
      const [form, picture, bus, read, write, weightGrams, sign, perTerabyte] = drive;
      return {
        mpn: `${code}-${sign}${series}${padded(capacity * 1000, 4)}-${padded(writes * 10, 2)}${firmware}`,
        name: `SSD ${capacity} TB, ${form}, ${bus}`,
        shortDetails: `${read} MB/s read, ${write} MB/s write, ${writes} drive writes a day, firmware ${firmware}.`,
        attributes: { capacity, form, interface: bus, read, write, writes_a_day: writes },
        price: (14 + capacity * perTerabyte) * (1 + writes * 0.12),
        weightGrams,
        picture,
      };
    },
  ),
  family(
    { category: 'case-fans', package: { name: 'Carton', pieces: 50 }, wholePackages: true },
    { bearing: ['Ball', 'Fluid', 'Sleeve'], series: LETTERS },
    {
      size: [80, 120, 140],
      speed: [800, 1000, 1200, 1500, 1800, 2400, 3000, 4200],
      voltage: [5, 12, 24, 36, 48],
      connector: ['2-pin', '3-pin', '4-pin PWM'],
    },
    ({ code, bearing, series, size, speed, voltage, connector }) => ({
      mpn: `${code}F${padded(size, 3)}${bearing[0]}${speed / 100}V${padded(voltage, 2)}${connector[0]}${series}`,
      name: `Case Fan ${size} mm, ${speed} rpm, ${voltage} V, ${connector}`,
      shortDetails: `${size} mm, ${bearing.toLowerCase()} bearing, up to ${speed} rpm, ${connector}, series ${series}.`,
      attributes: { size, speed, bearing, connector, voltage },
      price: 1.4 + size * 0.03 + speed / 2000,
      weightGrams: 12 + size,
      picture: `fan-${size}`,
    }),
  ),
  family(
    { category: 'chip-resistors', package: { name: 'Reel', pieces: 5000 }, wholePackages: true },
    { size: ['0402', '0603', '0805', '1206'], tolerance: [0.1, 0.5, 1, 5], series: LETTERS.slice(16) },
    { value: E96, decade: [1, 10, 100, 1000, 10_000] },
    ({ code, size, tolerance, series, value, decade }) => {
      const resistance = Number(((value * decade) / 10).toPrecision(6));
      const grade = { 0.1: 'B', 0.5: 'D', 1: 'F', 5: 'J' }[tolerance];
      const power = { '0402': 0.063, '0603': 0.1, '0805': 0.125, '1206': 0.25 }[size];
      return {
        mpn: `${code}R${series}${size}${grade}R-07${coded(resistance)}L`,
        name: `Chip Resistor ${coded(resistance)} ${size}, ${tolerance} %`,
        shortDetails: `Thick film, ${power} W, ${tolerance} %, series ${series}. Reels of 5,000 pieces.`,
        attributes: { resistance, size, tolerance, power },
        price: 0.01 + 0.02 / (tolerance * 2),
        weightGrams: 0.002,
        picture: 'resistor-reel',
      };
    },
  ),
];
