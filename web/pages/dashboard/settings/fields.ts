/** The forms of the settings: the fields of each section, from top to bottom. */
import type { Section } from '#contract/settings/schema.ts';

interface FieldOf<Kind extends string> {
  kind: Kind;
  /** Its path in the section, or in the entry of a list: 'link.to'. */
  path: string;
  label: string;
  hint?: string | undefined;
}

/** A text on one line or several, lines of a list, paragraphs of a list, a number, a time zone, or a picture. */
type Plain = FieldOf<
  'line' | 'text' | 'lines' | 'paragraphs' | 'number' | 'zone' | 'banner' | 'screenshot' | 'code'
>;

export type Field = Plain | Choice | List | Group;

/** One of a few values, each with its words. */
interface Choice extends FieldOf<'choice'> {
  options: Readonly<Record<string, string>>;
}

/** Entries of several fields each. */
export interface List extends FieldOf<'list'> {
  /** The name of one entry. */
  one: string;
  fields: readonly Field[];
  /** The most entries; without it, those that there are stay. */
  most?: number | undefined;
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
  /** Whether it is of what can be looked at before it is saved. */
  hasPreview?: false;
}

/** Returns what makes a field of a kind. */
const plain =
  <Kind extends Plain['kind']>(kind: Kind) =>
  (path: string, label: string, hint?: string): Field => ({ kind, path, label, hint });

const line = plain('line');
const text = plain('text');
const lines = plain('lines');
const paragraphs = plain('paragraphs');
const number = plain('number');
const zone = plain('zone');
const banner = plain('banner');
const screenshot = plain('screenshot');
const code = plain('code');

const group = (label: string, fields: readonly Field[]): Field => ({ kind: 'group', label, fields });

const list = (
  path: string,
  label: string,
  one: string,
  most: number | undefined,
  fields: readonly Field[],
): Field => ({
  kind: 'list',
  path,
  label,
  one,
  most,
  fields,
});

const figures = [line('value', 'Figure'), line('label', 'What it counts')];

export const forms: Record<Section, Form> = {
  shop: {
    title: 'Shop and company',
    about:
      'Who sells: on pages, in emails, and on documents. Invoices and credit notes that are issued already stay as they are.',
    fields: [
      line('name', 'Name of the shop', 'On every page and in every email'),
      line('claim', 'Claim', 'At the foot of every page'),
      group('Company', [
        line('legalName', 'Legal name', 'On invoices and credit notes'),
        lines('address', 'Address', 'A line each: street, town, country'),
        line('email', 'Email', 'Where buyers write to'),
        line('taxId', 'Tax number'),
        line('registration', 'Registration', 'Where the company is registered'),
      ]),
      group('Documents', [
        lines('bank', 'Bank account', 'A line each'),
        text('taxNote', 'About taxes', 'Under the total'),
      ]),
    ],
  },
  mail: {
    title: 'Mail sender',
    about:
      'Who emails come from. The mail server has to be allowed to send for the address; otherwise emails are refused or land in spam.',
    fields: [line('name', 'Name'), line('address', 'Address')],
  },
  orders: {
    title: 'Orders and days',
    about: 'A change counts for what is ordered from then on. Orders that are placed keep their hold.',
    fields: [
      number(
        'holdMinutes',
        'Hold time in minutes',
        'For so long an unpaid order keeps its stock. 1440 is a day',
      ),
      number(
        'smallestOrder',
        'Minimum in pieces',
        'The smallest order of any product. A product may have a higher one',
      ),
      number(
        'shipWithinDays',
        'Days until an order leaves',
        'A paid order that has not left after so many days is overdue. Staff see it; buyers are not told',
      ),
      zone(
        'timeZone',
        'Time zone',
        'Where the shop’s days begin and end. With another one, the figures of all days are counted again, which takes some minutes',
      ),
    ],
  },
  companies: {
    title: 'Companies',
    about:
      'A change counts for companies that are opened from then on. Companies that wait already still need your approval, and nothing changes for those that order.',
    hasPreview: false,
    fields: [
      {
        kind: 'choice',
        path: 'newCompanies',
        label: 'New companies',
        hint: 'A company that waits can invite members and set everything up. Staff approve it on its page',
        options: { order: 'Order at once', wait: 'Wait for our approval before they order' },
      },
    ],
  },
  home: {
    title: 'Home page',
    about: 'Banners, figures and texts of the home page. Look at the preview before you save.',
    fields: [
      list('banners', 'Banners', 'Banner', undefined, [
        banner(
          'picture',
          'Picture',
          'JPEG, PNG, WebP or AVIF, 5 MB at most, best 1920 × 800. It is cut to the width of the screen',
        ),
        line('alt', 'What the picture shows', 'For those who do not see it'),
        line('title', 'Title'),
        text('text', 'Text'),
        line('link.label', 'Button'),
        line('link.to', 'Where the button leads', 'A path such as /allProducts'),
      ]),
      lines('searches', 'Examples of searches', 'A line each, 8 at most'),
      group('Business Summery', [
        text('summary.text', 'Text of the summary'),
        list('summary.figures', 'Figures', 'Figure', 8, figures),
      ]),
      group('Our Verification', [
        line('verification.membership.title', 'Title of the membership'),
        text('verification.membership.text', 'Text of the membership'),
        list('verification.membership.facts', 'Facts', 'Fact', 12, figures),
        line('verification.company.title', 'Title about the company'),
        text('verification.company.text', 'Text about the company'),
      ]),
      group('Newsletter', [
        line('newsletter.title', 'Title of the newsletter'),
        text('newsletter.text', 'Text of the newsletter'),
      ]),
    ],
  },
  portfolio: {
    title: 'Portfolio',
    about: 'The page Portfolio. Look at the preview before you save.',
    fields: [
      line('title', 'Title'),
      text('intro', 'Introduction'),
      list('education', 'Education', 'Education', 20, [
        line('years', 'Years'),
        line('title', 'Degree or course'),
        line('school', 'School or company'),
        text('text', 'Text'),
      ]),
      list('projects', 'Projects', 'Project', 20, [
        line('name', 'Name'),
        text('text', 'Text'),
        line('link.label', 'Words of a link', 'None without words and address'),
        line('link.href', 'Address of the link'),
        list('screenshots', 'Screenshots', 'Screenshot', 12, [
          screenshot('file', 'Picture', 'JPEG, PNG, WebP or AVIF, 5 MB at most'),
          line('alt', 'What it shows'),
        ]),
      ]),
    ],
  },
  blog: {
    title: 'Blog',
    about: 'The page Blogs. Look at the preview before you save.',
    fields: [
      line('title', 'Title'),
      text('intro', 'Introduction'),
      list('entries', 'Entries', 'Entry', 50, [
        line('question', 'Question'),
        paragraphs('answer', 'Answer', 'An empty line begins a paragraph'),
        code('code', 'Code', 'Shown as it stands; may be empty'),
      ]),
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

/** Returns the words of the values of a field of a section: of a choice its options, of other fields none. */
export function optionsOf(section: Section, path: string): Readonly<Record<string, string>> {
  const field = forms[section].fields
    .flatMap((one) => (one.kind === 'group' ? one.fields : [one]))
    .find((one) => one.path === path);
  return field?.kind === 'choice' ? field.options : {};
}
