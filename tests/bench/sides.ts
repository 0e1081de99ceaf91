import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '../../server/ground/database/client.ts';
import { adminUrl, runAs, withDatabase } from '../fixtures/database.ts';
import { type MeasuredServer, startShopProcess } from './servers.ts';

/** A shop that is measured, in a process of its own, and its database. */
export interface Side {
  shop: MeasuredServer;
  database: Database & { url: string };
}

/** This version, and the one that `--beside` names. */
export interface Sides {
  shop: Side;
  before?: Side;
}

/**
 * Starts the shop of this version, and that of `beside`, each with a database that it creates itself, for as long as `work` takes.
 * @param beside the root of another version, whose packages are installed and whose web is built
 */
export async function withSides(
  env: Record<string, string>,
  beside: string | undefined,
  work: (sides: Sides) => Promise<void>,
): Promise<void> {
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const sides: Sides = { shop: await startSide(env, undefined, opened) };
    if (beside) sides.before = await startSide(env, beside, opened);
    await work(sides);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function startSide(
  env: Record<string, string>,
  folder: string | undefined,
  opened: (() => Promise<unknown>)[],
): Promise<Side> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await runAs(adminUrl(), `create database ${name}`);
  opened.push(() => runAs(adminUrl(), `drop database ${name} with (force)`));
  const url = withDatabase(adminUrl(), name);
  const shop = await startShopProcess(url, env, folder);
  opened.push(() => shop.stop());
  const database = { ...createDatabase(url), url };
  opened.push(() => database.close());
  return { shop, database };
}
