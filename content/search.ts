/** How the search for parts understands what buyers type. Edit freely: it counts from the next start on. */

/**
 * What somebody types, and what else the catalogue may call it. One way only: what `memory` finds, `udimm` does not. What is
 * several words here is also known as one, as in `harddisk`, and by its beginning, as in `water coo`.
 */
export const synonyms: Record<string, string[]> = {
  psu: ['power supply'],
  'power supply': ['psu'],
  'power supply unit': ['power supply', 'psu'],
  cpu: ['processor'],
  processor: ['cpu'],
  gpu: ['graphics card', 'graphics', 'compute accelerator'],
  vga: ['graphics card', 'gpu'],
  'graphics card': ['gpu'],
  'video card': ['graphics card', 'gpu'],
  drive: ['hard disk', 'hdd', 'ssd'],
  disk: ['ssd'],
  storage: ['hard disk', 'hdd', 'ssd'],
  hdd: ['hard disk', 'hard drive'],
  'hard drive': ['hard disk', 'hdd'],
  'hard disk': ['hard drive', 'hdd'],
  'hard disk drive': ['hard disk', 'hdd'],
  'solid state disk': ['ssd'],
  'solid state drive': ['ssd'],
  motherboard: ['mainboard'],
  mainboard: ['motherboard'],
  memory: ['dimm', 'udimm', 'rdimm', 'sodimm', 'ram'],
  ram: ['dimm', 'udimm', 'rdimm', 'sodimm', 'memory'],
  dimm: ['udimm', 'rdimm', 'sodimm'],
  nic: ['network card', 'network adapter'],
  'network adapter': ['network card', 'nic'],
  'ethernet card': ['network card', 'nic'],
  'lan card': ['network card', 'nic'],
  'pc fan': ['case fan', 'fan'],
  hba: ['storage controller'],
  dac: ['direct attach cable'],
  aio: ['liquid cooler'],
  'water cooler': ['liquid cooler'],
  'water cooling': ['liquid cooler'],
  'liquid cooling': ['liquid cooler'],
  cooling: ['cooler'],
  heatsink: ['cooler'],
  'heat sink': ['cooler'],
  chassis: ['case'],
  enclosure: ['case'],
  gen3: ['pcie 3.0'],
  gen4: ['pcie 4.0'],
  gen5: ['pcie 5.0'],
  'pcie gen3': ['pcie 3.0'],
  'pcie gen4': ['pcie 4.0'],
  'pcie gen5': ['pcie 5.0'],
  '80 plus': ['80 plus'],
  kabel: ['cable'],
};

/** In a name, what stands after one of them says what the product is for, not what it is: `Bracket for Case Fan`. */
export const joiningWords: string[] = ['for', 'with', 'without', 'of', 'in', 'to', 'and'];

/** Ends of words that say what is missing: who types `fan` finds `fanless` last. */
export const missingEnds: string[] = ['less'];

/** Words before the name of a yes/no attribute that ask for what is without it: `non-ecc`, `no ecc`. */
export const negations: string[] = ['non', 'not', 'no', 'without'];

/** Units: '2 TB', '2-TB' and '2tb' are the same word. In lower case, with 'ps' for '/s': 'gbps' is for Gb/s, too. */
export const units: string[] = [
  ...['tb', 'gb', 'mb', 'tbw', 'gbe', 'gbps', 'mbps', 'mtps', 'g', 'ghz', 'mhz'],
  ...['w', 'v', 'a', 'va', 'awg', 'rpm', 'mm', 'cm', 'm', 'inch', 'u'],
  ...['core', 'pin', 'port', 'slot', 'bay', 'lane', 'pipe', 'pc', 'piece'],
];

/** Names of units, and the unit that each means: '850 watt' is '850w'. */
export const unitNames: Record<string, string> = {
  terabyte: 'tb',
  gigabyte: 'gb',
  megabyte: 'mb',
  gigahertz: 'ghz',
  megahertz: 'mhz',
  watt: 'w',
  volt: 'v',
  amp: 'a',
  ampere: 'a',
  millimeter: 'mm',
  millimetre: 'mm',
  centimeter: 'cm',
  centimetre: 'cm',
  meter: 'm',
  metre: 'm',
  kern: 'core',
  kerne: 'core',
  cœur: 'core',
  coeur: 'core',
  núcleo: 'core',
  nucleo: 'core',
};

/** Colours, and what others call them: a description of another colour than its part is asked about. */
export const colours: Record<string, string[]> = {
  black: ['schwarz', 'noir', 'negro', 'nero', 'czarny'],
  white: ['weiss', 'weiß', 'blanc', 'blanco', 'bianco', 'biały'],
  grey: ['gray', 'grau', 'gris', 'grigio', 'szary'],
  red: ['rot', 'rouge', 'rojo', 'rosso', 'czerwony'],
  blue: ['blau', 'bleu', 'azul', 'blu', 'niebieski'],
  green: ['grün', 'grun', 'vert', 'verde', 'zielony'],
  yellow: ['gelb', 'jaune', 'amarillo', 'giallo', 'żółty'],
  orange: ['naranja', 'arancione'],
  brown: ['braun', 'brun', 'marron', 'marrone'],
  purple: ['violet', 'violett', 'lila', 'morado'],
};

/** Words before a number, and what they mean: `under 50 W`, `between 10 and 25 g`. */
export const comparisons: Record<string, '<' | '<=' | '>' | '>=' | 'range'> = {
  under: '<',
  below: '<',
  'less than': '<',
  'up to': '<=',
  'at most': '<=',
  'no more than': '<=',
  max: '<=',
  over: '>',
  above: '>',
  'more than': '>',
  'at least': '>=',
  min: '>=',
  from: '>=',
  between: 'range',
};
