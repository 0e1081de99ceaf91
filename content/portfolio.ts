/**
 * The portfolio of whoever develops the shop, as long as an admin has not written another one in the settings. A screenshot is a
 * file in `content/pictures/portfolio/`, named without its folder.
 */

export interface Education {
  years: string;
  title: string;
  school: string;
  text: string;
}

export interface Project {
  name: string;
  text: string;
  /** Where it can be seen. */
  link?: { label: string; href: string };
  screenshots: { file: string; alt: string }[];
}

export const portfolio = {
  title: 'Portfolio',
  intro: 'The developer’s education and projects.',
};

export const education: Education[] = [
  {
    years: '2026',
    title: 'Building a shop in the open',
    school: 'The Northbridge project',
    text: 'Its decisions, with what was tried and what was measured, are published beside the source.',
  },
];

export const projects: Project[] = [
  {
    name: 'Northbridge',
    text: 'This shop: a catalog rendered on the server, orders that take their stock at once, card payments that cannot happen twice, and a sandbox for everything outside, so that one command runs it all.',
    screenshots: [
      { file: 'home.webp', alt: 'The home page of Northbridge with its banner' },
      { file: 'products.webp', alt: 'The product grid with prices per unit, minimum orders and stock' },
      { file: 'order.webp', alt: 'A product page with its order form and live total' },
      { file: 'payment.webp', alt: 'The payment page with the card form' },
    ],
  },
];
