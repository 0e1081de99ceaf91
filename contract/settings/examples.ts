/** Examples of settings, for the OpenAPI document. */
import type { Settings, SettingValues } from './schema.ts';

const figure = { value: '72', label: 'Countries' };

const banner = {
  picture: 'board',
  alt: 'A mainboard',
  title: 'Computer parts',
  text: 'By the hundred.',
  link: { to: '/allProducts', label: 'See all products' },
};

export const exampleValues: SettingValues = {
  shop: {
    name: 'Northbridge',
    claim: 'Computer parts for businesses.',
    legalName: 'Northbridge Example, Inc.',
    address: ['1 Harbor Way', 'Oakland, CA 94607'],
    email: 'orders@northbridge.example',
    taxId: 'EIN 00-0000000',
    registration: 'California no. 0000000',
    bank: ['Example Bank', 'Account 0000000000'],
    taxNote: 'No sales tax was charged.',
  },
  mail: { name: 'Northbridge', address: 'orders@northbridge.example' },
  orders: { holdMinutes: 1440, smallestOrder: 100, shipWithinDays: 2, timeZone: 'America/Los_Angeles' },
  companies: { newCompanies: 'wait' },
  home: {
    banners: [banner, banner, banner],
    searches: ['nvme 2tb'],
    summary: { text: 'Three decades of shipping parts.', figures: [figure] },
    verification: {
      membership: { title: 'Verified supplier member', text: 'Inspected every year.', facts: [figure] },
      company: { title: 'Who we are', text: 'A trade counter since 1992.' },
    },
    newsletter: { title: 'Newsletter', text: 'Once a month.' },
  },
  portfolio: {
    title: 'Portfolio',
    intro: 'Education and projects.',
    education: [{ years: '2019 to 2023', title: 'A degree', school: 'A university', text: 'Its subject.' }],
    projects: [
      {
        name: 'Northbridge',
        text: 'This shop.',
        link: { label: 'Its sources', href: 'https://example.com/northbridge' },
        screenshots: [{ file: 'home.webp', alt: 'The home page' }],
      },
    ],
  },
  blog: {
    title: 'Blogs',
    intro: 'Questions about React.',
    entries: [{ question: 'What is a key for?', answer: ['React compares lists by keys.'] }],
  },
};

const of = <T>(value: T) => ({ revision: 3, value, standard: value, isStandard: false });

export const exampleSettings: Settings = {
  shop: of(exampleValues.shop),
  mail: of(exampleValues.mail),
  orders: of(exampleValues.orders),
  companies: of(exampleValues.companies),
  home: of(exampleValues.home),
  portfolio: of(exampleValues.portfolio),
  blog: of(exampleValues.blog),
};
