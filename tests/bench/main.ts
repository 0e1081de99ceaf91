import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureImporting } from './importing.ts';
import { measureMatching } from './matching.ts';
import { measureOffers } from './offers.ts';
import { compareOrdering } from './ordering.ts';
import { measurePages } from './pages.ts';
import { compareReading } from './reading.ts';
import { type Row, toMarkdown } from './report.ts';
import { type Sides, withSides } from './sides.ts';

/** Duration and size of a run. */
const WHOLE = {
  reading: { seconds: 1.1, rounds: 5 },
  ordering: { seconds: 1.8, rounds: 3, warmUp: 10, buyers: [1, 8, 32] },
  pages: 12,
  matching: { products: 100_000, samples: 200, rounds: 3 },
  importing: { rows: 100_000, rounds: 1 },
  offers: { products: 10_000, lists: 200, prices: 5_000, companies: 1_000, samples: 200, rounds: 3 },
};
const QUICK: typeof WHOLE = {
  reading: { seconds: 0.7, rounds: 2 },
  ordering: { seconds: 0.7, rounds: 2, warmUp: 1, buyers: [8] },
  pages: 2,
  matching: { products: 2_000, samples: 40, rounds: 1 },
  importing: { rows: 1_000, rounds: 1 },
  offers: { products: 2_000, lists: 20, prices: 500, companies: 50, samples: 40, rounds: 1 },
};

type Measure = (sides: Sides, sizes: typeof WHOLE, say: (line: string) => void) => Promise<Row[]>;

const measures: Record<string, Measure> = {
  reading: (sides, sizes, say) => compareReading(sides, sizes.reading, say),
  ordering: (sides, sizes, say) => compareOrdering(sides, sizes.ordering, say),
  pages: (sides, sizes, say) => measurePages(sides, sizes.pages, say),
  matching: (sides, sizes, say) => measureMatching(sides, sizes.matching, say),
  importing: (sides, sizes, say) => measureImporting(sides, sizes.importing, say),
  offers: (sides, sizes, say) => measureOffers(sides, sizes.offers, say),
};
export const PARTS = Object.keys(measures);

export interface BenchOptions {
  quick: boolean;
  /** Some of PARTS. */
  parts: string[];
  /** The root of another version that is measured in the same turns. */
  beside?: string | undefined;
  /** The command line, for the report. */
  how: string;
}

/**
 * Measures on the PostgreSQL that TEST_DATABASE_URL names. Returns the report as Markdown, and the errors of failed parts, which do not
 * stop the others.
 */
export async function bench(
  { quick, parts, beside, how }: BenchOptions,
  say: (line: string) => void,
): Promise<{ text: string; errors: unknown[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-bench-data-'));
  // No mail server: mails stay in the outbox, and their delivery is not measured.
  const env = { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:9' };
  const rows: Row[] = [];
  const errors: unknown[] = [];
  for (const part of parts) {
    try {
      await withSides(env, beside, async (sides) => {
        rows.push(...(await measures[part]!(sides, quick ? QUICK : WHOLE, say)));
      });
    } catch (error) {
      errors.push(error);
      say(`${part} failed: ${error}`);
    }
  }
  await rm(dataDir, { recursive: true, force: true });
  return { text: toMarkdown(rows, how), errors };
}
