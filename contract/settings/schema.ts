/**
 * What the owner of a shop sets on /dashboard/settings. A section is saved as a whole; one that was never saved is as content/ and the
 * environment say.
 */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import {
  freeText,
  isOneLine,
  requiredLine,
  requiredText,
  TimeSchema,
  wholeNumber,
} from '../kernel/fields.ts';
import { TimeZoneSchema } from '../kernel/time-zone.ts';
import { ImageUrlSchema } from '../products/schema.ts';

/** The most bytes of a section, as JSON. `shop_settings_size` of the database is the same with room for its own form of JSON. */
export const SECTION_BYTES = 48 * 1024;

/** Minutes of a year: the longest hold. */
const MOST_MINUTES = 525_600;

const line = (most: number) => requiredLine(say('setting_required'), most);
const text = (most: number) => requiredText(say('setting_required'), most);
/** Text on one line that may be empty. */
const optional = (most: number) => freeText(most).trim().refine(isOneLine, say('one_line'));

function listOf<T extends z.ZodType>(entry: T, most: number, least = 0) {
  return z
    .array(entry, say('setting_list'))
    .min(least, say('setting_list_least', { least }))
    .max(most, say('setting_list_most', { most }));
}

/** Returns whether text is a path of the shop's own pages: '/allProducts?category=memory'. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path) && URL.canParse(path, 'http://shop.example');
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s\\@]+$/i.test(address) && URL.canParse(address);
}

/** An address as mail servers take it, also of a host without a dot. */
const AddressSchema = z
  .string(say('email_required'))
  .min(1, say('email_required'))
  .max(254, say('email_form'))
  .regex(/^[^\s\p{Cc}<>@"(),:;\\]+@[^\s\p{Cc}<>@"(),:;\\]+$/u, say('email_form'));

/** Who sells: by documents, mails and pages. */
const ShopSchema = z.object({
  name: line(60),
  claim: text(200),
  legalName: line(120),
  address: listOf(line(100), 6, 1),
  email: AddressSchema,
  taxId: optional(60),
  /** Where the company is registered. */
  registration: optional(120),
  /** The bank account, a line each. */
  bank: listOf(line(100), 6),
  /** What documents say of taxes, under the total. */
  taxNote: freeText(300),
});

/** The sender of all mails. */
const MailSchema = z.object({
  name: optional(60).refine((name) => !/[<>"@]/.test(name), say('sender_name')),
  address: AddressSchema,
});

/** The terms of orders, when they leave, and where the shop's days begin. */
const OrdersSchema = z.object({
  holdMinutes: wholeNumber(1, say('hold_minutes')).max(MOST_MINUTES, say('hold_minutes')),
  /** The least pieces of any product. */
  smallestOrder: wholeNumber(1, say('smallest_order')).max(1_000_000, say('smallest_order')),
  /** Days of the shop within which a paid order leaves; with 0 one is overdue from the day after. */
  shipWithinDays: z
    .number(say('ship_within'))
    .int(say('ship_within'))
    .min(0, say('ship_within'))
    .max(365, say('ship_within')),
  timeZone: TimeZoneSchema,
});

const CompaniesSchema = z.object({
  /** Whether a company may order as soon as it is opened, or waits for the shop's approval. */
  newCompanies: z.enum(['order', 'wait'], say('new_companies')),
});

/** Names of the banners' own pictures, which come with the shop. */
export const BANNER_PICTURES = ['board', 'trays', 'server'] as const;

const FigureSchema = z.object({ value: line(20), label: line(60) });

const BannerSchema = z.object({
  /** The name of an own picture, or the address of an uploaded one. */
  picture: z.union([z.enum(BANNER_PICTURES), ImageUrlSchema], say('image_form')),
  /** What it shows, for those who do not see it. */
  alt: line(200),
  title: line(80),
  text: text(300),
  link: z.object({
    to: z.string(say('own_path')).max(500, say('own_path')).refine(isOwnPath, say('own_path')),
    label: line(40),
  }),
});

const HomeSchema = z.object({
  banners: listOf(BannerSchema, 3, 3),
  /** What can be typed into the search field, as examples. */
  searches: listOf(line(60), 8),
  summary: z.object({ text: text(300), figures: listOf(FigureSchema, 8) }),
  verification: z.object({
    membership: z.object({ title: line(80), text: text(600), facts: listOf(FigureSchema, 12) }),
    company: z.object({ title: line(80), text: text(1000) }),
  }),
  newsletter: z.object({ title: line(80), text: text(300) }),
});

const PortfolioSchema = z.object({
  title: line(80),
  intro: text(500),
  education: listOf(z.object({ years: line(40), title: line(120), school: line(120), text: text(600) }), 20),
  projects: listOf(
    z.object({
      name: line(120),
      text: text(2000),
      /** Where it can be seen. */
      link: z
        .object({
          label: line(80),
          href: z
            .string(say('web_address'))
            .max(500, say('web_address'))
            .refine(isWebAddress, say('web_address')),
        })
        .optional(),
      /** `file` is one of content/pictures/portfolio/, or the address of an uploaded picture. */
      screenshots: listOf(z.object({ file: line(500), alt: line(200) }), 12),
    }),
    20,
  ),
});

const BlogSchema = z.object({
  title: line(80),
  intro: text(500),
  entries: listOf(
    z.object({
      question: line(200),
      /** Paragraphs. */
      answer: listOf(text(3000), 20, 1),
      /** Shown as it stands. */
      code: freeText(3000).optional(),
    }),
    50,
  ),
});

export const sectionSchemas = {
  shop: ShopSchema,
  mail: MailSchema,
  orders: OrdersSchema,
  companies: CompaniesSchema,
  home: HomeSchema,
  portfolio: PortfolioSchema,
  blog: BlogSchema,
};
export type Section = keyof typeof sectionSchemas;
export const SECTIONS = Object.keys(sectionSchemas) as Section[];
/** The sections that are pages' contents, which everyone may read. */
export const PAGE_SECTIONS = ['home', 'portfolio', 'blog'] as const;
export type PageSection = (typeof PAGE_SECTIONS)[number];

/** What is set, a section each. */
export type SettingValues = { [S in Section]: z.infer<(typeof sectionSchemas)[S]> };

export type Banner = SettingValues['home']['banners'][number];

function sectionOf<T extends z.ZodType>(value: T) {
  return z.object({
    /** Rises with each change; 0 of a section that was never saved. */
    revision: z.int(),
    value,
    /** As content/ and the environment say. */
    standard: value,
    /** Whether the section is as these say. */
    isStandard: z.boolean(),
  });
}

/** GET /settings. */
export const SettingsSchema = z.object({
  shop: sectionOf(ShopSchema),
  mail: sectionOf(MailSchema),
  orders: sectionOf(OrdersSchema),
  companies: sectionOf(CompaniesSchema),
  home: sectionOf(HomeSchema),
  portfolio: sectionOf(PortfolioSchema),
  blog: sectionOf(BlogSchema),
});
export type Settings = z.infer<typeof SettingsSchema>;

/** Levels of a value: no section has as many. */
const MOST_LEVELS = 8;

/** Returns whether a value has few levels: what reads it may call itself for each. */
function isShallow(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** Body of PUT /settings/{section}. The section's own schema checks the value. */
export const SettingChangeSchema = z.object({
  /** The `revision` that the change is based on: another one is refused. */
  revision: wholeNumber(0, say('revision')),
  /** The whole section; null: as content/ and the environment say. */
  value: z
    .record(z.string(), z.unknown(), say('setting_value'))
    .refine(isShallow, say('setting_value'))
    .nullable(),
});

/** A field of a section with its value before and after a change, as text, cut where it is long. */
export const SettingFieldSchema = z.object({ field: z.string(), from: z.string(), to: z.string() });
export type SettingField = z.infer<typeof SettingFieldSchema>;

/** An earlier or the current version of a section. */
export const SettingVersionSchema = z.object({
  revision: z.int(),
  at: TimeSchema,
  /** Email of who saved it. */
  who: z.string(),
  isStandard: z.boolean(),
  /** What was other than in the version before; no more than the first 30. */
  changes: z.array(SettingFieldSchema),
  value: z.record(z.string(), z.unknown()),
});
export type SettingVersion = z.infer<typeof SettingVersionSchema>;

/** What all pages show of the shop; part of GET /config. */
export const PublicShopSchema = ShopSchema.pick({
  name: true,
  claim: true,
  address: true,
  email: true,
  taxId: true,
});
export type PublicShop = z.infer<typeof PublicShopSchema>;

/** GET /contents/{page}: the section of this name. */
export const PageContentSchema = z.union([HomeSchema, PortfolioSchema, BlogSchema]);
