import { family } from './family.ts';

export const switches = family(
  {
    ...{ category: 'switches', picture: 'switch-desktop', minOrder: 100, leadDays: 5 },
    package: { name: 'Carton', pieces: 10 },
    attributes: { ports: 8, connector: 'RJ45', fanless: true },
    breaks: [
      [250, 3],
      [1000, 10.5],
    ],
  },
  (speed: number, managed: boolean, poe: number, grams: number, price: number, available: number) => ({
    ...{
      sku: `SWI-8-${speed * 10}${managed ? 'M' : ''}${poe ? 'P' : ''}`,
      mpn: `NB-S8-${speed * 10}${managed ? 'M' : ''}${poe ? 'P' : ''}`,
    },
    name: `Ethernet Switch, 8 ports ${speed} GbE${managed ? ', managed' : ''}${poe ? `, PoE ${poe} W` : ''}, fanless`,
    shortDetails: `8 RJ45 ports of ${speed} Gbit/s, ${speed * 16} Gbit/s fabric, ${managed ? 'VLANs and SNMP, ' : ''}${poe ? `${poe} W for PoE devices, ` : ''}steel case, wall mount, ${poe ? 54 : 12} V supply included.`,
    attributes: { speed, fabric: speed * 16, managed, ...(poe && { poe }), voltage: poe ? 54 : 12 },
    ...{ price, available, weightGrams: grams },
  }),
  [
    [1, false, 0, 560, 19.8, 6400],
    [1, true, 0, 580, 31.5, 2100],
    [1, false, 120, 720, 64.5, 1500],
    [2.5, true, 0, 630, 78, 900],
    [2.5, true, 240, 810, 132, 70],
    [5, true, 0, 690, 149, 0],
  ],
);
