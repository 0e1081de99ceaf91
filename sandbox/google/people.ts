import { randomInt } from 'node:crypto';
import type pg from 'pg';

/** The profile of an account. */
export interface Person {
  email: string;
  name: string;
  emailVerified: boolean;
}

/** Stores the profile of an account and returns its subject, which never changes for an address. */
export async function savePerson(pool: pg.Pool, person: Person): Promise<string> {
  const { rows } = await pool.query<{ sub: string }>(
    `insert into sandbox_google.people (sub, email, name, email_verified) values ($1, $2, $3, $4)
     on conflict (lower(email)) do update set email = excluded.email, name = excluded.name,
       email_verified = excluded.email_verified
     returning sub`,
    [newSubject(), person.email, person.name, person.emailVerified],
  );
  return rows[0]!.sub;
}

export async function findPerson(pool: pg.Pool, sub: string): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>(
    `select email, name, email_verified as "emailVerified" from sandbox_google.people where sub = $1`,
    [sub],
  );
  return rows[0];
}

/** Returns 21 digits, like Google's subjects. */
function newSubject(): string {
  let digits = '1';
  while (digits.length < 21) digits += randomInt(10);
  return digits;
}
