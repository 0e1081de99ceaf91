import { type DemoProduct, family, lastBuy } from './family.ts';

const FORMS = { 1: 'SFP', 10: 'SFP+', 25: 'SFP28' } as const;

export const transceivers = family(
  {
    ...{ category: 'transceivers', picture: 'transceiver-sfp', maker: 'Quillon', minOrder: 100, leadDays: 7 },
    package: { name: 'Tray', pieces: 10 },
    attributes: { fibre: 'Single-mode', connector: 'LC duplex' },
    breaks: [
      [250, 4],
      [1000, 8],
    ],
  },
  (
    speed: 1 | 10 | 25,
    kind: string,
    reach: number,
    wavelength: number,
    highest: 70 | 85,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `TRX-${speed}G-${kind}${highest === 85 ? '-I' : ''}`,
      mpn: `QL-${FORMS[speed].replace('+', 'P')}-${kind}-${reach}${highest === 85 ? 'I' : 'C'}`,
    },
    name: `Optical Transceiver ${speed}G ${FORMS[speed]} ${kind}, ${reach} km${highest === 85 ? ', industrial' : ''}`,
    shortDetails: `${wavelength} nm, LC duplex, ${reach} km over single-mode fibre, digital diagnostics, ${highest === 85 ? '-40 to 85' : '0 to 70'} °C.`,
    attributes: { speed, form: FORMS[speed], reach, wavelength, temperature: highest },
    ...{ price, available, weightGrams: 21, ...more },
  }),
  [
    [1, 'LX', 10, 1310, 70, 8.9, 5400],
    [1, 'LX', 10, 1310, 85, 13.6, 1500],
    [1, 'LX20', 20, 1310, 70, 12.4, 2300],
    [1, 'LX20', 20, 1310, 85, 17.9, 640],
    [1, 'EX', 40, 1310, 70, 19.8, 420, lastBuy],
    [10, 'LR', 10, 1310, 70, 22.4, 8800],
    [10, 'LR', 10, 1310, 85, 36.5, 1900],
    [10, 'LR20', 20, 1310, 70, 41, 0],
    [25, 'LR', 10, 1310, 70, 64.5, 3100],
    [25, 'LR', 10, 1310, 85, 98, 260],
    [10, 'LR20', 20, 1310, 85, 58, 310],
    [25, 'LR20', 20, 1310, 70, 132, 95],
  ],
);
