// Prints each statement of the specification with the tests that have its id in their title.
//   node docs/spec-coverage.ts
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statements } from './spec.ts';

const ROOT = join(import.meta.dirname, '..');

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

if (import.meta.main) {
  const coverage = findCoverage();
  const rows = Object.entries(statements).map(([id, statement]) =>
    [
      `${id} ${statement}`,
      ...(coverage.get(id) ?? []).map(({ file, title }) => `    ${file}: ${title}`),
    ].join('\n'),
  );
  process.stdout.write(`${rows.join('\n')}\n`);
}
