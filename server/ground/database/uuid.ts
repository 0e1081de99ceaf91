import { randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count within the millisecond, 62 random bits. Ids of one
 * process sort strictly in the order they were made.
 */
export function newId(): string {
  let time = Date.now();
  if (time > lastTime) {
    counter = 0;
  } else {
    time = lastTime;
    counter += 1;
    if (counter > 0xfff) {
      // More than 4,096 in a millisecond: borrow from the next.
      time += 1;
      counter = 0;
    }
  }
  lastTime = time;
  const hex = time.toString(16).padStart(12, '0') + (0x7000 | counter).toString(16);
  // Variant and random bits are those of version 4, of which Node keeps some ready: bytes asked for one by one cost ten times as much.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-${randomUUID().slice(19)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all; PostgreSQL would refuse any other with an error. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The first and the last id that begin with a text of 8 letters or more, as lists show them; nothing when none can. */
export function idsThatBegin(text: string): { first: string; last: string } | undefined {
  const first = text + '00000000-0000-0000-0000-000000000000'.slice(text.length);
  if (text.length < 8 || !isId(first)) return undefined;
  return { first, last: text + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(text.length) };
}

/** The latest moment that an id has room for: 48 bits of milliseconds. */
const LAST_TIME = 2 ** 48 - 1;

/**
 * Not above any id that was made at a moment or later, and above all made before: for ranges of time by id. Moments that no id can have
 * count as the first or the last one.
 */
export function firstIdAt(moment: Date): string {
  const time = Math.min(Math.max(0, moment.getTime()), LAST_TIME);
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

/** The moment at which an id was made, in milliseconds of the Unix epoch. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
