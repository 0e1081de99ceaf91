import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { isOneLine, requiredLine, shownText } from '../kernel/fields.ts';
import { isCountry } from './countries.ts';

/** Most lines of an address between the recipient and the city. */
const STREET_LINES = 3;

/** Text on one line of what is scanned, sorted and printed: no invisible characters either, which some names of people need. */
export function isPlainLine(text: string): boolean {
  return isOneLine(text) && !/\p{Cf}/u.test(text);
}

/** Text on one line that may be left out; one that shows nothing counts as left out. */
export function optionalLine(max: number) {
  return shownText(max).refine(isOneLine, say('one_line')).optional();
}

/** An address that goods are shipped to. */
export const ShipToSchema = z.object({
  name: requiredLine(say('recipient_required'), 100),
  company: optionalLine(100),
  /** Street and number, or whatever stands between the recipient and the city: one to three lines. */
  street: z
    .array(requiredLine(say('street_required'), 100), say('street_lines', { most: STREET_LINES }))
    .min(1, say('street_required'))
    .max(STREET_LINES, say('street_lines', { most: STREET_LINES })),
  city: requiredLine(say('city_required'), 100),
  postcode: requiredLine(say('postcode_required'), 20),
  /** State, province or county, where the country's addresses have one. */
  region: optionalLine(100),
  /** ISO 3166-1, two capital letters. */
  country: z.string(say('country')).refine(isCountry, say('country')),
  phone: requiredLine(say('phone_required'), 50),
});
export type ShipTo = z.infer<typeof ShipToSchema>;

/** An address as it is kept: it may be older than a rule of those that are taken now. */
export const KeptShipToSchema = z.object({
  name: z.string(),
  company: z.string().optional(),
  street: z.array(z.string()),
  city: z.string(),
  postcode: z.string(),
  region: z.string().optional(),
  country: z.string(),
  phone: z.string(),
});
