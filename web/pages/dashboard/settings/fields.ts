/** The forms of the settings: the fields of each section, from top to bottom. */
import type { Section } from '#contract/settings/schema.ts';

interface FieldOf<Kind extends string> {
  kind: Kind;
  /** Its path in the section, or in the entry of a list: 'link.to'. */
  path: string;
  label: string;
  hint?: string;
}

/** A text on one line or several, lines of a list, paragraphs of a list, a number, a time zone, or a picture. */
export type Field =
  | FieldOf<'line' | 'text' | 'lines' | 'paragraphs' | 'number' | 'zone' | 'banner' | 'screenshot' | 'code'>
  | List
  | Group;

/** Entries of several fields each. */
export interface List extends FieldOf<'list'> {
  /** The name of one entry. */
  one: string;
  fields: readonly Field[];
  /** The most entries; without it, those that there are stay. */
  most?: number;
}

/** Fields below a heading. */
export interface Group {
  kind: 'group';
  path?: undefined;
  label: string;
  fields: readonly Field[];
}

export interface Form {
  title: string;
  /** What it is for, and when a change counts. */
  about: string;
  fields: readonly Field[];
}

const figures: readonly Field[] = [
  { kind: 'line', path: 'value', label: 'Figure' },
  { kind: 'line', path: 'label', label: 'What it counts' },
];

export const forms: Record<Section, Form> = {
  shop: {
    title: 'Shop and company',
    about:
      'Who sells: on pages, in emails, and on documents. Invoices and credit notes that are issued already stay as they are.',
    fields: [
      { kind: 'line', path: 'name', label: 'Name of the shop', hint: 'On every page and in every email' },
      { kind: 'line', path: 'claim', label: 'Claim', hint: 'At the foot of every page' },
      {
        kind: 'group',
        label: 'Company',
        fields: [
          { kind: 'line', path: 'legalName', label: 'Legal name', hint: 'On invoices and credit notes' },
          { kind: 'lines', path: 'address', label: 'Address', hint: 'A line each: street, town, country' },
          { kind: 'line', path: 'email', label: 'Email', hint: 'Where buyers write to' },
          { kind: 'line', path: 'taxId', label: 'Tax number' },
          {
            kind: 'line',
            path: 'registration',
            label: 'Registration',
            hint: 'Where the company is registered',
          },
        ],
      },
      {
        kind: 'group',
        label: 'Documents',
        fields: [
          { kind: 'lines', path: 'bank', label: 'Bank account', hint: 'A line each' },
          { kind: 'text', path: 'taxNote', label: 'About taxes', hint: 'Under the total' },
        ],
      },
    ],
  },
  mail: {
    title: 'Mail sender',
    about:
      'Who emails come from. The mail server has to be allowed to send for the address; otherwise emails are refused or land in spam.',
    fields: [
      { kind: 'line', path: 'name', label: 'Name' },
      { kind: 'line', path: 'address', label: 'Address' },
    ],
  },
  orders: {
    title: 'Orders and days',
    about: 'A change counts for what is ordered from then on. Orders that are placed keep their hold.',
    fields: [
      {
        kind: 'number',
        path: 'holdMinutes',
        label: 'Hold time in minutes',
        hint: 'For so long an unpaid order keeps its stock. 1440 is a day',
      },
      {
        kind: 'number',
        path: 'smallestOrder',
        label: 'Minimum in pieces',
        hint: 'The smallest order of any product. A product may have a higher one',
      },
      {
        kind: 'number',
        path: 'shipWithinDays',
        label: 'Days until an order leaves',
        hint: 'A paid order that has not left after so many days is overdue. Staff see it; buyers are not told',
      },
      {
        kind: 'zone',
        path: 'timeZone',
        label: 'Time zone',
        hint: 'Where the shop’s days begin and end. With another one, the figures of all days are counted again, which takes some minutes',
      },
    ],
  },
  home: {
    title: 'Home page',
    about: 'Banners, figures and texts of the home page. Look at the preview before you save.',
    fields: [
      {
        kind: 'list',
        path: 'banners',
        label: 'Banners',
        one: 'Banner',
        fields: [
          {
            kind: 'banner',
            path: 'picture',
            label: 'Picture',
            hint: 'JPEG, PNG, WebP or AVIF, 5 MB at most, best 1920 × 800. It is cut to the width of the screen',
          },
          { kind: 'line', path: 'alt', label: 'What the picture shows', hint: 'For those who do not see it' },
          { kind: 'line', path: 'title', label: 'Title' },
          { kind: 'text', path: 'text', label: 'Text' },
          { kind: 'line', path: 'link.label', label: 'Button' },
          {
            kind: 'line',
            path: 'link.to',
            label: 'Where the button leads',
            hint: 'A path such as /allProducts',
          },
        ],
      },
      { kind: 'lines', path: 'searches', label: 'Examples of searches', hint: 'A line each, 8 at most' },
      {
        kind: 'group',
        label: 'Business Summery',
        fields: [
          { kind: 'text', path: 'summary.text', label: 'Text of the summary' },
          {
            kind: 'list',
            path: 'summary.figures',
            label: 'Figures',
            one: 'Figure',
            most: 8,
            fields: figures,
          },
        ],
      },
      {
        kind: 'group',
        label: 'Our Verification',
        fields: [
          { kind: 'line', path: 'verification.membership.title', label: 'Title of the membership' },
          { kind: 'text', path: 'verification.membership.text', label: 'Text of the membership' },
          {
            kind: 'list',
            path: 'verification.membership.facts',
            label: 'Facts',
            one: 'Fact',
            most: 12,
            fields: figures,
          },
          { kind: 'line', path: 'verification.company.title', label: 'Title about the company' },
          { kind: 'text', path: 'verification.company.text', label: 'Text about the company' },
        ],
      },
      {
        kind: 'group',
        label: 'Newsletter',
        fields: [
          { kind: 'line', path: 'newsletter.title', label: 'Title of the newsletter' },
          { kind: 'text', path: 'newsletter.text', label: 'Text of the newsletter' },
        ],
      },
    ],
  },
  portfolio: {
    title: 'Portfolio',
    about: 'The page Portfolio. Look at the preview before you save.',
    fields: [
      { kind: 'line', path: 'title', label: 'Title' },
      { kind: 'text', path: 'intro', label: 'Introduction' },
      {
        kind: 'list',
        path: 'education',
        label: 'Education',
        one: 'Education',
        most: 20,
        fields: [
          { kind: 'line', path: 'years', label: 'Years' },
          { kind: 'line', path: 'title', label: 'Degree or course' },
          { kind: 'line', path: 'school', label: 'School or company' },
          { kind: 'text', path: 'text', label: 'Text' },
        ],
      },
      {
        kind: 'list',
        path: 'projects',
        label: 'Projects',
        one: 'Project',
        most: 20,
        fields: [
          { kind: 'line', path: 'name', label: 'Name' },
          { kind: 'text', path: 'text', label: 'Text' },
          {
            kind: 'line',
            path: 'link.label',
            label: 'Words of a link',
            hint: 'None without words and address',
          },
          { kind: 'line', path: 'link.href', label: 'Address of the link' },
          {
            kind: 'list',
            path: 'screenshots',
            label: 'Screenshots',
            one: 'Screenshot',
            most: 12,
            fields: [
              {
                kind: 'screenshot',
                path: 'file',
                label: 'Picture',
                hint: 'JPEG, PNG, WebP or AVIF, 5 MB at most',
              },
              { kind: 'line', path: 'alt', label: 'What it shows' },
            ],
          },
        ],
      },
    ],
  },
  blog: {
    title: 'Blog',
    about: 'The page Blogs. Look at the preview before you save.',
    fields: [
      { kind: 'line', path: 'title', label: 'Title' },
      { kind: 'text', path: 'intro', label: 'Introduction' },
      {
        kind: 'list',
        path: 'entries',
        label: 'Entries',
        one: 'Entry',
        most: 50,
        fields: [
          { kind: 'line', path: 'question', label: 'Question' },
          { kind: 'paragraphs', path: 'answer', label: 'Answer', hint: 'An empty line begins a paragraph' },
          { kind: 'code', path: 'code', label: 'Code', hint: 'Shown as it stands; may be empty' },
        ],
      },
    ],
  },
};

/** Returns the label of a field by its path in a section: 'Banners 2, Title' for 'banners.1.title'. */
export function labelOf(section: Section, path: string): string {
  return labelIn(forms[section].fields, path) ?? path;
}

function labelIn(fields: readonly Field[], path: string): string | undefined {
  for (const field of fields) {
    if (field.kind === 'group') {
      const label = labelIn(field.fields, path);
      if (label) return label;
    } else if (field.path === path) return field.label;
    else if (path.startsWith(`${field.path}.`)) {
      const [place = '', ...rest] = path.slice(field.path.length + 1).split('.');
      const inner = field.kind === 'list' ? labelIn(field.fields, rest.join('.')) : undefined;
      return `${field.label} ${Number(place) + 1}${inner ? `, ${inner}` : ''}`;
    }
  }
  return undefined;
}
