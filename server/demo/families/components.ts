import type { DemoCategory } from '#content/categories.ts';
import { type Family, family, letters, MAKERS } from '../family.ts';

/** The 96 preferred values of a decade (IEC 60063), of which the tables of makers consist. */
const E96 = Array.from({ length: 96 }, (_, n) => Math.round(100 * 10 ** (n / 96)));
const E12 = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82] as const;
const SIZES = ['0402', '0603', '0805', '1206'] as const;

/** Writes a value as part numbers do: 4K7, 220R, 1M. */
function coded(ohms: number): string {
  const [unit, sign] =
    ohms >= 1e6 ? ([1e6, 'M'] as const) : ohms >= 1e3 ? ([1e3, 'K'] as const) : ([1, 'R'] as const);
  const [whole, part = ''] = String(Math.round((ohms / unit) * 1000) / 1000).split('.');
  return `${whole}${sign}${part}`;
}

/** Rounds to the digits that a double shows without noise. */
const exact = (value: number) => Number(value.toPrecision(6));

/** Categories of board components, which the demo catalogue does not have. */
export const componentCategories: DemoCategory[] = [
  { slug: 'board-components', name: 'Board Components' },
  {
    slug: 'chip-resistors',
    name: 'Chip Resistors',
    parent: 'board-components',
    attributes: [
      { key: 'resistance', name: 'Resistance', kind: 'number', unit: 'Ω' },
      { key: 'size', name: 'Size', kind: 'choice' },
      { key: 'tolerance', name: 'Tolerance', kind: 'number', unit: '%' },
      { key: 'power', name: 'Power', kind: 'number', unit: 'W' },
      { key: 'drift', name: 'Temperature coefficient', kind: 'number', unit: 'ppm/K' },
    ],
  },
  {
    slug: 'ceramic-capacitors',
    name: 'Ceramic Capacitors',
    parent: 'board-components',
    attributes: [
      { key: 'capacitance', name: 'Capacitance', kind: 'number', unit: 'nF' },
      { key: 'size', name: 'Size', kind: 'choice' },
      { key: 'voltage', name: 'Voltage', kind: 'number', unit: 'V' },
      { key: 'dielectric', name: 'Dielectric', kind: 'choice' },
      { key: 'tolerance', name: 'Tolerance', kind: 'number', unit: '%' },
    ],
  },
];

export const components: Family[] = [
  family({
    category: 'chip-resistors',
    picture: 'resistor-reel',
    share: 11,
    package: { name: 'Reel', pieces: 5000 },
    wholePackages: true,
    lines: { by: MAKERS, size: SIZES, tolerance: [0.1, 0.5, 1, 5], series: letters(8) },
    members: { value: E96, decade: [1, 10, 100, 1000, 10_000] },
    part({ by: { maker, code }, size, tolerance, series, value, decade }) {
      const resistance = exact((value * decade) / 10);
      const grade = { 0.1: 'B', 0.5: 'D', 1: 'F', 5: 'J' }[tolerance];
      const mpn = `${code}R${series}${size}${grade}R-07${coded(resistance)}L`;
      const power = { '0402': 0.063, '0603': 0.1, '0805': 0.125, '1206': 0.25 }[size];
      return {
        ...{ sku: mpn, maker, mpn, price: 0.01 + 0.02 / (tolerance * 2), weightGrams: 0.002 },
        name: `Chip Resistor ${coded(resistance)} ${size}, ${tolerance} %`,
        shortDetails: `Thick film, ${power} W, ${tolerance} %, series ${series}. Reels of 5,000 pieces.`,
        attributes: { resistance, size, tolerance, power, drift: tolerance < 1 ? 25 : 100 },
      };
    },
  }),
  family({
    category: 'ceramic-capacitors',
    picture: 'capacitor-reel',
    share: 7,
    package: { name: 'Reel', pieces: 4000 },
    wholePackages: true,
    lines: { by: MAKERS, size: SIZES, dielectric: ['C0G', 'X5R', 'X7R'], series: letters(12) },
    members: { value: E12, decade: [0.001, 0.01, 0.1, 1, 10], voltage: [10, 16, 25, 50, 100] },
    part({ by: { maker, code }, size, dielectric, series, value, decade, voltage }) {
      const capacitance = exact(value * decade);
      const picofarads = String(Math.round(capacitance * 1000));
      const digits = `${picofarads.slice(0, 2)}${Math.max(0, picofarads.length - 2)}`;
      const mpn = `${code}C${series}${size}${dielectric}${digits}K${String(voltage).padStart(3, '0')}T`;
      return {
        ...{ sku: mpn, maker, mpn, price: 0.02 + voltage / 4000, weightGrams: 0.006 },
        name: `Ceramic Capacitor ${capacitance} nF ${voltage} V ${dielectric} ${size}`,
        shortDetails: `Multilayer, ${dielectric}, ${voltage} V, 10 %, series ${series}. Reels of 4,000 pieces.`,
        attributes: { capacitance, size, voltage, dielectric, tolerance: 10 },
      };
    },
  }),
];
