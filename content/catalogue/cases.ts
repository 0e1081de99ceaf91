import { family } from './family.ts';

const tower = family(
  {
    ...{ category: 'cases', picture: 'case-mid-tower', minOrder: 100, leadDays: 7 },
    package: { name: 'Carton', pieces: 1 },
    attributes: { form: 'Mid-tower', boards: 'ATX', fans: 3, fan: 120, radiator: 360 },
    breaks: [
      [250, 2],
      [500, 4],
    ],
  },
  (supply: number, grade: string, grams: number, price: number, available: number) => ({
    ...{ sku: `CAS-MT-360-${supply}`, mpn: `NB-MT360-${supply}` },
    name: `Mid-Tower Case with ${supply} W power supply, mesh front, glass side`,
    shortDetails: `ATX, perforated steel front, tempered glass side panel, 3 fans, 360 mm radiators, ${supply} W 80 PLUS ${grade} supply under its shroud.`,
    attributes: { supply },
    ...{ price, available, weightGrams: grams },
  }),
  [
    [550, 'Bronze', 8900, 98.5, 760],
    [650, 'Gold', 9000, 121, 1150],
    [750, 'Gold', 9100, 129.5, 90],
  ],
);

const rack = family(
  {
    ...{ category: 'cases', picture: 'case-rack', minOrder: 100, leadDays: 14 },
    package: { name: 'Carton', pieces: 1 },
    attributes: { form: 'Rack 2U', bays: 12, fans: 3, fan: 80 },
    breaks: [[250, 2.5]],
  },
  (sign: string, backplane: string, rails: number, grams: number, price: number, available: number) => ({
    ...{ sku: `CAS-R2U-12${sign}`, mpn: `NB-R2U12${sign}` },
    name: `Rack Server Case 2U, 12 bays, ${backplane}, ${rails} mm rails`,
    shortDetails: `12 trays for 3.5 inch disks, ${backplane} backplane, 3 mid-wall fans of 80 mm, rails of ${rails} mm.`,
    attributes: { backplane, rails },
    ...{ price, available, weightGrams: grams },
  }),
  [
    ['S', '6 Gb/s', 650, 16_400, 262, 480],
    ['L', '12 Gb/s', 800, 17_300, 319, 260],
    ['X', '24 Gb/s', 650, 16_600, 398, 0],
  ],
);

export const cases = [...tower, ...rack];
