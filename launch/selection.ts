import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds of checks. */
const KINDS = ['types', 'lint', 'unit', 'e2e'] as const;
type Kind = (typeof KINDS)[number];

/** The tests and checks of a run. */
export interface Selection {
  kinds: ReadonlySet<Kind>;
  /** Test files for Node, relative to the repository, sorted. */
  unitFiles: string[];
  /** Paths for Playwright; empty means all. */
  browserPaths: string[];
  /** Options handed to the one runner that was selected. */
  options: string[];
}

/** The arguments select nothing; the message lists the possible ones. */
export class SelectionError extends Error {
  override name = 'SelectionError';
}

const FOLDERS = '{contract,server,sandbox,web,launch,content,docs,tests}';

/**
 * Parses the arguments of `npm test -- ...`: kinds, test files, folders, and options for the runner.
 * Without names everything is selected that the run is for.
 * @param root the repository
 * @param run 'nightly' is for files with a line that starts with `// nightly`, 'ordinary' for all others; a file that is named
 *   is selected by both
 * @throws SelectionError
 */
export function select(root: string, args: string[], run: 'ordinary' | 'nightly' = 'ordinary'): Selection {
  const options = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const kinds = new Set<Kind>();
  const files = new Set<string>();
  const browserPaths: string[] = [];
  const named = unitFiles(root);
  const all = named.filter((file) => hasMark(root, file, 'nightly') === (run === 'nightly'));
  for (const name of names) {
    const kind = KINDS.find((kind) => kind === name);
    const path = name.replace(/^\.\//, '').replace(/\/+$/, '');
    if (kind !== undefined) {
      kinds.add(kind);
      if (kind === 'unit') for (const file of all) files.add(file);
    } else if (/^tests\/e2e(\/|$)/.test(path) && exists(root, path)) {
      kinds.add('e2e');
      if (path !== 'tests/e2e') browserPaths.push(path);
    } else {
      const found = named.includes(path) ? [path] : all.filter((file) => file.startsWith(`${path}/`));
      if (found.length === 0) throw new SelectionError(`"${name}" is no test: give ${usage()}.`);
      kinds.add('unit');
      for (const file of found) files.add(file);
    }
  }
  if (names.length === 0) {
    for (const kind of KINDS) if (run === 'ordinary' || kind === 'unit' || kind === 'e2e') kinds.add(kind);
    for (const file of all) files.add(file);
  }
  const runners = ['unit', 'e2e'].filter((kind) => kinds.has(kind as Kind));
  if (options.length > 0 && runners.length !== 1) {
    throw new SelectionError(
      `${options[0]} is an option of one runner: give "unit", "e2e" or a path with it.`,
    );
  }
  return { kinds, unitFiles: [...files].sort(), browserPaths, options };
}

/** Every test file without a browser, relative to the repository, sorted. */
function unitFiles(root: string): string[] {
  return globSync(`${FOLDERS}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/**
 * Returns the fast test files: those that use no database and have no line that starts with
 * `// slow` or `// nightly`.
 */
export function fastFiles(root: string): string[] {
  return unitFiles(root).filter(
    (file) =>
      !['slow', 'nightly'].some((mark) => hasMark(root, file, mark)) &&
      !/^import[^;]*(\b(testing|embedded)\.ts|\/fixtures\/[^']*)'|TEST_DATABASE_URL/m.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  );
}

/** Whether a test file has a line that starts with `// alone`, `// slow` or `// nightly`, which say how it is run. */
export function hasMark(root: string, file: string, mark: string): boolean {
  return new RegExp(`^// ${mark}\\b`, 'm').test(readFileSync(join(root, file), 'utf8'));
}

function usage(): string {
  return `${KINDS.map((kind) => `"${kind}"`).join(', ')}, a test file or a folder`;
}

function exists(root: string, path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
}
