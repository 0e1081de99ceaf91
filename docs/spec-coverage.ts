// Writes docs/spec-coverage.md: each statement of the specification with the tests that carry its id.
//   node docs/spec-coverage.ts
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statements } from './spec.ts';

const ROOT = join(import.meta.dirname, '..');
export const TABLE = join(import.meta.dirname, 'spec-coverage.md');

/** A test that carries an id: its file, relative to the repository, and its title without the ids. */
export interface CoveringTest {
  file: string;
  title: string;
}

/** Ids in the titles of test files, and the tests that carry them. */
export function findCoverage(): Map<string, CoveringTest[]> {
  const coverage = new Map<string, CoveringTest[]>();
  const files = globSync('{contract,server,web,tests}/**/*.{test,spec}.ts', { cwd: ROOT }).sort();
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, , title] of source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g)) {
      const ids = /^\[([^\]]+)\]\s*/.exec(title!);
      for (const id of ids?.[1]?.split(/[,\s]+/) ?? []) {
        const tests = coverage.get(id) ?? [];
        tests.push({ file, title: title!.slice(ids![0].length) });
        coverage.set(id, tests);
      }
    }
  }
  return coverage;
}

/** The table as Markdown. */
export function writeTable(coverage: Map<string, CoveringTest[]>): string {
  const rows = Object.entries(statements).map(([id, statement]) => {
    const tests = (coverage.get(id) ?? []).map(({ file, title }) => `\`${file}\`: ${title}`);
    return `| ${id} | ${statement} | ${tests.join('<br>').replaceAll('|', '\\|').replaceAll('\\n', ' ')} |`;
  });
  return [
    '# The specification, and what proves it',
    '',
    'Made by `node docs/spec-coverage.ts` from `docs/spec.ts` and the titles of tests. `npm test` fails when a statement has no',
    'test, or when this page is not what the script makes.',
    '',
    '| id | statement | tests |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(TABLE, writeTable(findCoverage()));
