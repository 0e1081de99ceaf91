import { isDeepStrictEqual } from 'node:util';
import { setSmallestOrder } from '#contract/products/minimum.ts';
import { SECTIONS, type Section, type SettingValues, sectionSchemas } from '#contract/settings/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { type Listener, listen } from '../ground/database/listen.ts';
import { CHANNEL, readNewest, type Saved } from './queries.ts';

/** Milliseconds between looks for changes that were not announced. */
const POLL_EVERY_MS = 5_000;

/**
 * The settings, in memory, since every page shows some. The process that changes them reads them again at once; the others hear
 * of it through LISTEN/NOTIFY, and a poll is the safety net.
 */
export class Settings {
  readonly #database: Database;
  readonly #standard: SettingValues;
  #values: SettingValues;
  #saved = new Map<Section, Saved>();
  #version = 0;
  /** Reads that were begun, and the one that the values are of. */
  #reads = 0;
  #valuesOf = 0;
  #listener: Listener | undefined;
  #poll: NodeJS.Timeout | undefined;
  readonly #pollEveryMs: number;

  /** @param standard as content/ and the environment say */
  constructor(database: Database, standard: SettingValues, pollEveryMs = POLL_EVERY_MS) {
    this.#pollEveryMs = pollEveryMs;
    this.#database = database;
    this.#standard = standard;
    this.#values = standard;
  }

  /** What is set now. Read it anew each time: the next value may be another one. */
  get values(): SettingValues {
    return this.#values;
  }

  /** As content/ and the environment say. */
  get standard(): SettingValues {
    return this.#standard;
  }

  /** Changes with each change that this process has read. */
  get version(): number {
    return this.#version;
  }

  /** Returns a section as it was saved last. */
  saved(section: Section): Saved {
    return this.#saved.get(section) ?? { revision: 0, value: null };
  }

  /** Returns a saved value as a section has it: what a later version has added is as in its standard. */
  valueOf<S extends Section>(section: S, value: object | null): SettingValues[S] {
    const standard = this.#standard[section];
    const { success, data } = sectionSchemas[section].safeParse({ ...standard, ...value });
    return success ? (data as SettingValues[S]) : standard;
  }

  /** Reads the settings and starts to listen for changes. */
  async open(): Promise<void> {
    await this.refresh();
    const refresh = () => this.refresh().catch(() => {});
    this.#listener = listen(this.#database.pool, CHANNEL, refresh, refresh);
    this.#poll = setInterval(refresh, this.#pollEveryMs);
    this.#poll.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#listener?.close();
  }

  /** Reads the settings again. */
  async refresh(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const saved = await readNewest(this.#database.db);
    // One that was begun later may have seen more.
    if (read < this.#valuesOf) return;
    this.#valuesOf = read;
    if (isDeepStrictEqual(saved, this.#saved) && this.#version > 0) return;
    this.#saved = saved;
    this.#values = Object.fromEntries(
      SECTIONS.map((section) => [section, this.valueOf(section, this.saved(section).value)]),
    ) as SettingValues;
    setSmallestOrder(this.#values.orders.smallestOrder);
    this.#version += 1;
  }
}
