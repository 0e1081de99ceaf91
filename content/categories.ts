import type { Attribute, CategoryFields } from '#contract/categories.ts';

/** A category of the demo catalogue. A parent stands before what is in it. */
export interface DemoCategory extends CategoryFields {
  slug: string;
}

const number = (key: string, name: string, unit?: string): Attribute => ({
  key,
  name,
  kind: 'number',
  ...(unit && { unit }),
});
const choice = (key: string, name: string): Attribute => ({ key, name, kind: 'choice' });
const yesno = (key: string, name: string): Attribute => ({ key, name, kind: 'yesno' });
const text = (key: string, name: string): Attribute => ({ key, name, kind: 'text' });

/** The categories of the demo catalogue, with the attributes in the order in which products show them. */
export const categories: DemoCategory[] = [
  {
    slug: 'processors',
    name: 'Processors',
    attributes: [
      choice('use', 'Use'),
      number('cores', 'Cores'),
      number('threads', 'Threads'),
      number('boost', 'Boost clock', 'GHz'),
      number('power', 'Power', 'W'),
      choice('socket', 'Socket'),
      number('memory_channels', 'Memory channels'),
      number('pcie_lanes', 'PCIe lanes'),
    ],
  },
  {
    slug: 'memory',
    name: 'Memory',
    attributes: [
      choice('type', 'Type'),
      choice('form', 'Module'),
      number('capacity', 'Capacity', 'GB'),
      number('speed', 'Speed', 'MT/s'),
      choice('ranks', 'Ranks'),
      yesno('ecc', 'ECC'),
      number('cas', 'CAS latency'),
      number('voltage', 'Voltage', 'V'),
      number('pins', 'Pins'),
      number('height', 'Height', 'mm'),
    ],
  },
  {
    slug: 'mainboards',
    name: 'Mainboards',
    attributes: [
      choice('form', 'Form factor'),
      choice('memory', 'Memory'),
      number('memory_slots', 'Memory slots'),
      number('m2_slots', 'M.2 slots'),
      number('lan', 'Ethernet', 'Gbit/s'),
      number('lan_ports', 'Ethernet ports'),
      yesno('fanless', 'Fanless'),
      choice('input', 'Power input'),
    ],
  },
  { slug: 'storage', name: 'Storage' },
  {
    slug: 'solid-state-drives',
    name: 'Solid-State Drives',
    parent: 'storage',
    attributes: [
      number('capacity', 'Capacity', 'TB'),
      choice('form', 'Form factor'),
      choice('interface', 'Interface'),
      number('read', 'Read', 'MB/s'),
      number('write', 'Write', 'MB/s'),
      number('endurance', 'Endurance', 'TBW'),
      number('writes_a_day', 'Drive writes a day'),
      yesno('power_loss', 'Power-loss protection'),
      yesno('dram', 'DRAM cache'),
      number('warranty', 'Warranty', 'years'),
    ],
  },
  {
    slug: 'hard-disks',
    name: 'Hard Disks',
    parent: 'storage',
    attributes: [
      number('capacity', 'Capacity', 'TB'),
      choice('form', 'Form factor'),
      choice('interface', 'Interface'),
      number('speed', 'Speed', 'rpm'),
      number('cache', 'Cache', 'MB'),
      yesno('helium', 'Helium-filled'),
      number('mtbf', 'MTBF', 'million hours'),
      number('workload', 'Workload', 'TB a year'),
    ],
  },
  {
    slug: 'storage-controllers',
    name: 'Storage Controllers',
    parent: 'storage',
    attributes: [
      number('ports', 'Ports'),
      number('speed', 'Speed', 'Gb/s'),
      choice('connector', 'Connector'),
      number('connectors', 'Connectors'),
      choice('interface', 'Interface'),
      choice('mode', 'Mode'),
      yesno('low_profile', 'Low profile'),
    ],
  },
  {
    slug: 'graphics-and-compute',
    name: 'Graphics and Compute',
    attributes: [
      number('memory', 'Memory', 'GB'),
      choice('memory_type', 'Memory type'),
      number('bus', 'Memory bus', 'bit'),
      number('shaders', 'Shaders'),
      number('power', 'Power', 'W'),
      choice('cooling', 'Cooling'),
      choice('interface', 'Interface'),
      text('outputs', 'Outputs'),
    ],
  },
  {
    slug: 'power-supplies',
    name: 'Power Supplies',
    attributes: [
      choice('form', 'Form factor'),
      number('power', 'Power', 'W'),
      choice('efficiency', 'Efficiency'),
      yesno('modular', 'Modular'),
      yesno('hot_swap', 'Hot-swap'),
      number('fan', 'Fan', 'mm'),
      text('standard', 'Standard'),
    ],
  },
  { slug: 'cooling', name: 'Cooling' },
  {
    slug: 'processor-coolers',
    name: 'Processor Coolers',
    parent: 'cooling',
    attributes: [
      choice('type', 'Type'),
      number('capacity', 'Cooling capacity', 'W'),
      number('heat_pipes', 'Heat pipes'),
      number('radiator', 'Radiator', 'mm'),
      number('fans', 'Fans'),
      number('fan', 'Fan size', 'mm'),
      number('tube', 'Tube length', 'mm'),
    ],
  },
  {
    slug: 'case-fans',
    name: 'Case Fans',
    parent: 'cooling',
    attributes: [
      number('size', 'Size', 'mm'),
      number('speed_least', 'Lowest speed', 'rpm'),
      number('speed', 'Highest speed', 'rpm'),
      number('pressure', 'Pressure', 'mm H₂O'),
      choice('bearing', 'Bearing'),
      choice('connector', 'Connector'),
      number('voltage', 'Voltage', 'V'),
      number('life', 'Life at 40 °C', 'h'),
    ],
  },
  { slug: 'networking', name: 'Networking' },
  {
    slug: 'network-cards',
    name: 'Network Cards',
    parent: 'networking',
    attributes: [
      number('ports', 'Ports'),
      number('speed', 'Speed', 'Gbit/s'),
      choice('connector', 'Connector'),
      choice('interface', 'Interface'),
      yesno('rdma', 'RDMA'),
      yesno('sriov', 'SR-IOV'),
      yesno('low_profile', 'Low-profile bracket'),
    ],
  },
  {
    slug: 'switches',
    name: 'Switches',
    parent: 'networking',
    attributes: [
      number('ports', 'Ports'),
      number('speed', 'Speed', 'Gbit/s'),
      choice('connector', 'Connector'),
      number('fabric', 'Fabric', 'Gbit/s'),
      yesno('fanless', 'Fanless'),
      number('voltage', 'Supply', 'V'),
    ],
  },
  {
    slug: 'network-cables',
    name: 'Network Cables',
    parent: 'networking',
    attributes: [
      number('length', 'Length', 'm'),
      number('speed', 'Speed', 'Gbit/s'),
      choice('connector', 'Connector'),
      choice('medium', 'Medium'),
      number('gauge', 'Wire gauge', 'AWG'),
    ],
  },
  {
    slug: 'cases',
    name: 'Cases',
    attributes: [
      choice('form', 'Form factor'),
      choice('boards', 'Mainboards'),
      number('bays', 'Hot-swap bays'),
      number('fans', 'Fans'),
      number('fan', 'Fan size', 'mm'),
      number('radiator', 'Radiator up to', 'mm'),
      number('rails', 'Rails', 'mm'),
      choice('backplane', 'Backplane'),
    ],
  },
];
