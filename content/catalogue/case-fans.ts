import { type DemoProduct, family, lastBuy } from './family.ts';

const shared = {
  ...{ category: 'case-fans', minOrder: 500, leadDays: 3, multiple: 50 },
  package: { name: 'Carton', pieces: 50 },
  attributes: { connector: '4-pin PWM', voltage: 12 },
  breaks: [
    [1000, 5.5],
    [5000, 11],
  ],
} as const;

const fan = (
  size: number,
  bearing: 'Fluid' | 'Ball',
  least: number,
  most: number,
  pressure: number,
  grams: number,
  price: number,
  available: number,
  more: Partial<DemoProduct> = {},
) => ({
  ...{
    sku: `FAN-${size}-${most}${bearing === 'Ball' ? 'B' : ''}`,
    mpn: `NB-F${size}-${most}${bearing === 'Ball' ? 'B' : ''}`,
  },
  name: `Case Fan ${size} mm PWM, ${most.toLocaleString('en-US')} rpm${bearing === 'Ball' ? ', dual ball bearing' : ''}`,
  shortDetails: `${least} to ${most.toLocaleString('en-US')} rpm, ${pressure} mm water gauge, 25 mm deep, ${bearing === 'Ball' ? 'dual ball' : 'fluid'} bearing, rubber corners, 4-pin daisy chain.`,
  attributes: {
    size,
    bearing,
    life: bearing === 'Ball' ? 70_000 : 100_000,
    speed_least: least,
    speed: most,
    pressure,
  },
  ...{ price, available, weightGrams: grams, ...more },
});

const small = family({ ...shared, picture: 'fan-80' }, fan, [
  [80, 'Fluid', 600, 1800, 2.1, 78, 4.62, 18000],
  [80, 'Fluid', 800, 2500, 3.6, 79, 4.98, 9500],
  [80, 'Fluid', 1000, 3300, 6.2, 82, 5.74, 4500],
  [80, 'Fluid', 1500, 4500, 10.8, 88, 7.85, 0],
  [80, 'Ball', 1000, 3300, 6.2, 84, 5.2, 6500],
  [80, 'Ball', 1500, 4500, 10.8, 90, 6.9, 2500],
]);

const large = family({ ...shared, picture: 'fan-140' }, fan, [
  [140, 'Fluid', 300, 900, 0.8, 172, 7.2, 7000, lastBuy],
  [140, 'Fluid', 400, 1400, 1.6, 174, 7.65, 15500],
  [140, 'Fluid', 500, 1900, 2.9, 178, 8.9, 6500],
  [140, 'Ball', 500, 1900, 2.9, 180, 7.95, 3000],
  [140, 'Ball', 800, 2800, 6.1, 186, 9.6, 350],
]);

export const caseFans = [...small, ...large];
