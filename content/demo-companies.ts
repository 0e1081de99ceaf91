/** Example companies that buy in the sandbox's history. Their addresses end in .example, which nobody can own (RFC 2606). */
export interface DemoCompany {
  company: string;
  /** Who buys there: a department, and no person. */
  department: string;
  email: string;
  street: string;
  city: string;
  postcode: string;
  region?: string;
  country: string;
  phone: string;
  costCentre: string;
  /** SKUs that it buys again and again. */
  skus: readonly string[];
  /** How often it buys, beside the others. */
  weight: number;
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    company: 'Harbor Robotics',
    department: 'Purchasing',
    email: 'purchasing@harbor-robotics.example',
    street: '12 Quayside Works',
    city: 'Rotterdam',
    postcode: '3011 AA',
    country: 'NL',
    phone: '+31 10 555 0112',
    costCentre: 'Assembly line 2',
    skus: ['CPU-C6-44', 'MBD-I60-2L', 'D5S-5600-16', 'SSD-M2-2T', 'FAN-120-PWM', 'PSU-ATX-850G'],
    weight: 14,
  },
  {
    company: 'Cedar Stone Hosting',
    department: 'Data center operations',
    email: 'operations@cedarstone-hosting.example',
    street: '4800 Mill Race Road',
    city: 'Portland',
    postcode: '97210',
    region: 'OR',
    country: 'US',
    phone: '+1 503 555 0148',
    costCentre: 'PDX-3 expansion',
    skus: [
      'D5R-4800-64',
      'SSD-U2-7T6',
      'HDD-35-20T',
      'NIC-25-2S28',
      'CAB-DAC25-2M',
      'PSU-CR-1200P',
      'CAS-R2U-12',
    ],
    weight: 16,
  },
  {
    company: 'Ironbridge Systems',
    department: 'Procurement',
    email: 'procurement@ironbridge-systems.example',
    street: '901 West Foundry Street',
    city: 'Chicago',
    postcode: '60607',
    region: 'IL',
    country: 'US',
    phone: '+1 312 555 0171',
    costCentre: 'Integration',
    skus: [
      'CPU-C8-47',
      'MBD-Z790W',
      'D5U-5600-32',
      'SSD-M2-2T',
      'PSU-ATX-850G',
      'COL-T6-120',
      'CAS-MT-360',
      'GPU-G12',
    ],
    weight: 18,
  },
  {
    company: 'Alpine Medical Imaging',
    department: 'Purchasing',
    email: 'purchasing@alpine-imaging.example',
    street: 'Gletscherweg 7',
    city: 'Innsbruck',
    postcode: '6020',
    country: 'AT',
    phone: '+43 512 555 013',
    costCentre: 'CT workstations',
    skus: ['CPU-C8-51', 'D5U-5600-48', 'SSD-S25-1T', 'COL-L240', 'GPU-G12'],
    weight: 7,
  },
  {
    company: 'Meridian Studios',
    department: 'Technology purchasing',
    email: 'technology@meridian-studios.example',
    street: '310 Harbourfront Lane',
    city: 'Toronto',
    postcode: 'M5J 2N8',
    region: 'ON',
    country: 'CA',
    phone: '+1 416 555 0166',
    costCentre: 'Render farm',
    skus: ['CPU-C12-52', 'D5U-5600-32', 'SSD-M2-2T', 'COL-L240', 'CAS-MT-360', 'NIC-25-2S28'],
    weight: 9,
  },
  {
    company: 'Bluewater Telecom',
    department: 'Supply chain',
    email: 'supply@bluewater-telecom.example',
    street: 'Rua do Cais 88',
    city: 'Lisboa',
    postcode: '1200-109',
    country: 'PT',
    phone: '+351 21 555 0133',
    costCentre: 'Edge sites',
    skus: ['SWI-8-25', 'CAB-DAC25-2M', 'NIC-25-2S28', 'PSU-CR-1200P', 'MBD-I60-2L'],
    weight: 10,
  },
  {
    company: 'Northfield University',
    department: 'IT purchasing',
    email: 'it-purchasing@northfield-university.example',
    street: 'Library Square 1',
    city: 'Leeds',
    postcode: 'LS2 9JT',
    country: 'GB',
    phone: '+44 113 496 0121',
    costCentre: 'Computer labs',
    skus: ['CPU-C6-49', 'D5U-4800-16', 'SSD-S25-1T', 'COL-T6-120', 'CAS-MT-360', 'PSU-ATX-850G'],
    weight: 9,
  },
  {
    company: 'Kestrel Avionics',
    department: 'Buying office',
    email: 'buying@kestrel-avionics.example',
    street: 'Hangar Road 22',
    city: 'Bristol',
    postcode: 'BS34 7QQ',
    country: 'GB',
    phone: '+44 117 496 0184',
    costCentre: 'Test rigs',
    skus: ['MBD-I60-2L', 'D5S-5600-16', 'SSD-S25-1T', 'HBA-16I-SAS12', 'FAN-120-PWM'],
    weight: 6,
  },
  {
    company: 'Solstice Energy',
    department: 'Procurement',
    email: 'procurement@solstice-energy.example',
    street: 'Havnegade 41',
    city: 'Aarhus',
    postcode: '8000',
    country: 'DK',
    phone: '+45 86 55 01 40',
    costCentre: 'Grid control',
    skus: ['CPU-C4-42', 'MBD-I60-2L', 'D5S-5600-16', 'SSD-S25-1T', 'SWI-8-25'],
    weight: 8,
  },
  {
    company: 'Quarry Games',
    department: 'Office management',
    email: 'office@quarry-games.example',
    street: '77 Limestone Avenue',
    city: 'Austin',
    postcode: '78702',
    region: 'TX',
    country: 'US',
    phone: '+1 512 555 0129',
    costCentre: 'Build machines',
    skus: ['CPU-C8-47', 'MBD-Z790W', 'D5U-5600-32', 'GPU-G12', 'COL-L240', 'SSD-M2-2T'],
    weight: 6,
  },
  {
    company: 'Lumen Analytics',
    department: 'Infrastructure',
    email: 'infrastructure@lumen-analytics.example',
    street: 'Speicherstraße 19',
    city: 'Berlin',
    postcode: '10243',
    country: 'DE',
    phone: '+49 30 5550 0157',
    costCentre: 'Cluster 4',
    skus: ['CPU-E16-200', 'D5R-4800-64', 'SSD-U2-7T6', 'HBA-16I-SAS12', 'CAS-R2U-12'],
    weight: 8,
  },
  {
    company: 'Pacific Kiosk Works',
    department: 'Purchasing',
    email: 'purchasing@pacific-kiosk.example',
    street: '2250 Orchard Parkway',
    city: 'San Jose',
    postcode: '95131',
    region: 'CA',
    country: 'US',
    phone: '+1 408 555 0193',
    costCentre: 'Kiosk gen 5',
    skus: ['CPU-C4-42', 'D5S-5600-16', 'SSD-S25-1T', 'FAN-120-PWM', 'SWI-8-25'],
    weight: 10,
  },
];

/** What the companies write, about the shop and about what they send back. */
export const demoReviews: readonly { ratings: '1' | '2' | '3' | '4' | '5'; description: string }[] = [
  {
    ratings: '5',
    description: 'Second rack build from this shop. Everything on the delivery note was in the boxes.',
  },
  {
    ratings: '4',
    description: 'Stock figures were right to the piece. Tracking came a day after the parcel had left.',
  },
  {
    ratings: '5',
    description: 'Our PO number and cost center are on every document. Accounting stopped asking.',
  },
  { ratings: '3', description: 'Parts are fine. One carton of ten came dented, the return took a week.' },
  { ratings: '5', description: 'Pasted a BOM of forty lines and ordered it in ten minutes.' },
  {
    ratings: '2',
    description: 'Part of the order came a week later than the rest, and we had to ask for it.',
  },
  { ratings: '4', description: 'Good prices from 500 pieces on. We would like more switches in stock.' },
  { ratings: '5', description: 'Refund for the memory that we sent back arrived within two days.' },
];

/** A review that staff have hidden, and why. */
export const hiddenDemoReview = {
  ratings: '1',
  description: 'Cheaper parts at our own web site, see the link in our profile!',
  why: 'Advertises another shop',
} as const;

export const returnReasons: readonly string[] = [
  'Cartons were crushed in transit',
  'Ordered for a project that was put on hold',
  'Modules fail the memory test',
  'Wrong revision for our boards',
  'More were delivered than the line needs',
];

export const demoNotes: readonly string[] = [
  'Please put our PO number on the outside of each carton.',
  'Deliver to goods-in, gate 3, before 15:00.',
  'One delivery note per cost center, please.',
];
