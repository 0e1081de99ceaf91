import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PATIENCE_MS = 2_000;

const fileOf = (dataDir: string) => join(dataDir, 'running');

/** Where a shop is reached: by this machine, and by people. */
interface Origins {
  own: string;
  shown: string;
}

/** Notes in a data folder where its shop is reached. */
export async function noteRunning(dataDir: string, origins: Origins): Promise<void> {
  await writeFile(fileOf(dataDir), JSON.stringify(origins));
}

/** Where people open the shop that runs on a data folder; undefined when none answers. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  try {
    const { own, shown } = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Origins;
    const { ok } = await fetch(`${own}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ok ? shown : undefined;
  } catch {
    return undefined;
  }
}
