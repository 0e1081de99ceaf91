import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A stored message. */
export interface Message {
  messageId: string;
  /** ISO 8601. */
  date: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** A message with the name of its file, which is also its address. */
export interface StoredMessage extends Message {
  name: string;
}

const MOST_KEPT = 500;
const NAME = /^\d{13}-[0-9a-f]{16}$/;

/** Messages in a folder, one file each. Several processes may share it. */
export class MailStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder and removes partly written files of a killed process. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const file of await readdir(this.#folder)) {
      if (file.endsWith('.tmp')) await rm(join(this.#folder, file), { force: true });
    }
  }

  /** Stores a message atomically and deletes all but the newest 500. The same message is stored once. */
  async add(message: Message): Promise<void> {
    const time = String(Date.parse(message.date)).padStart(13, '0');
    const hash = createHash('sha256').update(message.messageId).digest('hex').slice(0, 16);
    const path = join(this.#folder, `${time}-${hash}.json`);
    const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`;
    await writeFile(draft, `${JSON.stringify(message, null, 2)}\n`);
    await rename(draft, path);
    const names = await this.#names();
    for (const name of names.slice(MOST_KEPT)) await rm(this.#pathOf(name), { force: true });
  }

  /** All messages, newest first. */
  async list(): Promise<StoredMessage[]> {
    const messages = await Promise.all((await this.#names()).map((name) => this.find(name)));
    return messages.filter((message) => message !== undefined);
  }

  async find(name: string): Promise<StoredMessage | undefined> {
    if (!NAME.test(name)) return undefined;
    try {
      return { name, ...(JSON.parse(await readFile(this.#pathOf(name), 'utf8')) as Message) };
    } catch {
      // Another process has deleted it.
      return undefined;
    }
  }

  async #names(): Promise<string[]> {
    const files = await readdir(this.#folder);
    const names = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length));
    return names
      .filter((name) => NAME.test(name))
      .sort()
      .reverse();
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
