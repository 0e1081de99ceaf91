import type pg from 'pg';

/** A buyer with a session and an accessToken, made by SQL: signing up takes the time it takes to hash a password. */
export interface Buyer {
  id: string;
  email: string;
  sessionId: string;
  token: string;
}

/** Makes buyers who are signed in. */
export async function makeBuyers(pool: pg.Pool, count: number): Promise<Buyer[]> {
  const { rows } = await pool.query<Buyer>(
    `with made as (
       select uuidv7() as id, uuidv7() as session_id, 'buyer-' || md5(random()::text) || '@example.com' as email,
         'token-' || md5(random()::text) as token
       from generate_series(1, $1::int) n
     ), people as (
       insert into users (id, name, email) select id, 'Test Buyer', email from made returning id
     ), visits as (
       insert into sessions (id, user_id, token, expires_at)
       select session_id, id, session_id::text, now() + interval '1 day' from made returning id
     ), tokens as (
       insert into access_tokens (hash, session_id, expires_at)
       select sha256(convert_to(token, 'UTF8')), session_id, now() + interval '1 day' from made
     )
     select id, email, session_id as "sessionId", token
     from made, (select count(*) from people) p, (select count(*) from visits) v`,
    [count],
  );
  return rows;
}

/** Makes an account's address proven, as following the link in the mail does. */
export async function proveAddressOf(pool: pg.Pool, email: string): Promise<void> {
  await pool.query('update users set email_verified = true where email = $1', [email]);
}

/** Signs somebody in who has an account already, and answers the token. */
export async function signIn(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ token: string }>(
    `with visit as (
       insert into sessions (id, user_id, token, expires_at)
       select gen_random_uuid(), id, gen_random_uuid()::text, now() + interval '1 day' from users where email = $1
       returning id, token
     ), given as (
       insert into access_tokens (hash, session_id, expires_at)
       select sha256(convert_to(token, 'UTF8')), id, now() + interval '1 day' from visit
     )
     select token from visit`,
    [email],
  );
  return rows[0]!.token;
}
