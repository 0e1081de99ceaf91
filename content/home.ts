/** The words of the home page. The pictures are in `content/pictures/`. */

export type BannerPicture = 'board' | 'trays' | 'server';

export interface Banner {
  picture: BannerPicture;
  /** What the picture shows, for those who do not see it. */
  alt: string;
  title: string;
  text: string;
  link: { to: string; label: string };
}

export const banners: Banner[] = [
  {
    picture: 'board',
    alt: 'A mainboard seen close: memory slots, heat sinks and a processor socket',
    title: 'Computer parts in volume',
    text: 'Processors, boards, memory, storage, power and cases for people who build machines for a living. Clear price breaks, live stock.',
    link: { to: '/allProducts', label: 'See all products' },
  },
  {
    picture: 'trays',
    alt: 'Memory modules in antistatic trays, stacked and ready to ship',
    title: 'Held the moment you order',
    text: 'Your quantity is taken out of stock as you place the order and kept for you until you pay. What is listed as available is available.',
    link: { to: '/allProducts', label: 'Check stock' },
  },
  {
    picture: 'server',
    alt: 'An open rack server with its disks, fans and memory in place',
    title: 'From one bench to a full rack',
    text: 'The same part, the same revision, in the quantity your line needs. Orders start at 100 pieces.',
    link: { to: '/signup', label: 'Open an account' },
  },
];

/** What can be typed into the search field, as examples. */
export const searches = ['ddr5 32gb ecc', 'nvme 2tb', 'cat 6a 2m', '850w psu'];

/** Pictures for the categories on the home page, by slug. A category without one is shown without a picture. */
export const categoryPictures: Record<string, string> = {
  cases: '/images/case-mid-tower.webp',
  cooling: '/images/cooler-tower.webp',
  'graphics-and-compute': '/images/gpu-dual-fan.webp',
  mainboards: '/images/mainboard-atx.webp',
  memory: '/images/memory-rdimm.webp',
  networking: '/images/nic-25g-sfp28.webp',
  'power-supplies': '/images/psu-atx-850.webp',
  processors: '/images/cpu-server-64.webp',
  storage: '/images/ssd-u2-enterprise.webp',
};

export const summary = {
  text: 'Three decades of shipping parts to system builders, repair networks and laboratories.',
  figures: [
    { value: '72', label: 'Countries' },
    { value: '535+', label: 'Completed Projects' },
    { value: '273+', label: 'Happy Clients' },
    { value: '432+', label: 'Feedbacks' },
  ],
};

export const verification = {
  membership: {
    title: 'Verified supplier member',
    text: 'An inspector visits every year and checks license, lines and stock on site. The export company was founded in 2006, the factory in 2015.',
    facts: [
      { value: '300', label: 'employees' },
      { value: '10,000 sqm', label: 'factory' },
      { value: '24/7', label: 'response' },
      { value: '2006', label: 'export company founded' },
      { value: '2015', label: 'factory founded' },
    ],
  },
  company: {
    title: 'Who we are',
    text: 'Northbridge began in 1992 as a trade counter for memory and boards. Today we test, pack and ship computer parts in quantity: every lot is sampled on the bench, every tray is labelled, and every order can be followed from stock to invoice.',
  },
};

export const newsletter = {
  title: 'Newsletter',
  text: 'New parts, price changes and restocks, once a month.',
};
