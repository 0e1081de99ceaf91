import { z } from 'zod';
import { say } from './field-message.ts';

/** Returns whether text names a time zone of the IANA's, such as 'Europe/Berlin'. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

export const TimeZoneSchema = z
  .string(say('time_zone'))
  .max(60, say('time_zone'))
  .refine(isTimeZone, say('time_zone'));
