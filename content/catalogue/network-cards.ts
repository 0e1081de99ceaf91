import { type DemoProduct, family, lastBuy } from './family.ts';

export const networkCards = family(
  {
    ...{ category: 'network-cards', picture: 'nic-dual-sfp', minOrder: 100, leadDays: 7 },
    package: { name: 'Carton', pieces: 20 },
    attributes: { ports: 2, sriov: true, low_profile: true },
    breaks: [
      [250, 2],
      [500, 4],
    ],
  },
  (
    speed: number,
    connector: string,
    lanes: string,
    rdma: boolean,
    price: number,
    available: number,
    more: Partial<DemoProduct> = {},
  ) => ({
    ...{
      sku: `NIC-${speed}-2${connector === 'SFP+' ? 'SP' : 'S28'}-${rdma ? 'R' : 'E'}${lanes[5]}`,
      mpn: `NB-N${speed}D${rdma ? 'R' : 'E'}${lanes[5]}`,
    },
    name: `Network Card ${speed} GbE, dual ${connector}, ${lanes}${rdma ? ', RDMA' : ''}`,
    shortDetails: `2 ${connector} cages, ${rdma ? 'RDMA over Ethernet, ' : ''}SR-IOV, low-profile and full-height brackets in the box.`,
    attributes: { speed, connector, interface: lanes, rdma },
    ...{ price, available, weightGrams: 126, ...more },
  }),
  [
    [10, 'SFP+', 'PCIe 3.0 x8', false, 74.5, 2600],
    [10, 'SFP+', 'PCIe 3.0 x8', true, 92, 900, lastBuy],
    [25, 'SFP28', 'PCIe 4.0 x8', false, 118, 1750],
    [25, 'SFP28', 'PCIe 4.0 x8', true, 139.5, 2100],
  ],
);
