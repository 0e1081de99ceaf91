import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** The sides of a comparison: this version, a bare server, a buyer without price lists, and the version beside. */
export type SideName = 'shop' | 'bare' | 'withoutLists' | 'before';

/** One value of each side. Units that end with `/s` are rates; of all others less is better. */
export interface Row {
  what: string;
  unit: string;
  values: Partial<Record<SideName, number>>;
}

/** Returns the results as Markdown, with the machine and the command line. */
export function toMarkdown(rows: Row[], how: string): string {
  const others = (['bare', 'withoutLists', 'before'] as const).filter((side) =>
    rows.some(({ values }) => side in values),
  );
  const lines = rows.map(({ what, unit, values }) => [
    ...[what, unit, number(values.shop!)],
    ...others.flatMap((side) => compared(unit, values.shop!, values[side])),
  ]);
  const headers = ['', 'unit', 'shop', ...others.flatMap((side) => [NAMES[side], 'ratio'])];
  const align = headers.map((_, place) => (place < 2 ? '---' : '---:'));
  const table = [headers, align, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# Measurements

\`${how}\`, ${new Date().toISOString().slice(0, 16)}Z, commit ${commit()}. ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, PostgreSQL 18 with fsync.

The sides were measured in turns in one run, on processors that the generator shares; values are medians. Read the ratios: above 1, the
shop is better. \`npm run bench -- --beside=../before\` measures another version in the same run, \`npm run bench -- reading\` one part.

${table}
`;
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}

const NAMES = { bare: 'bare server', withoutLists: 'without price lists', before: 'version beside' };

/** Returns the value of another side, and how much better than that the shop is. */
function compared(unit: string, shop: number, other: number | undefined): [string, string] {
  if (other === undefined) return ['', ''];
  return [number(other), (unit.endsWith('/s') ? shop / other : other / shop).toFixed(2)];
}

function commit(): string {
  try {
    const folder = join(import.meta.dirname, '../..');
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
