import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment `// guard: <test files>` (`-- guard:` within SQL). One of these tests must fail without the statement below it. */
export interface Mark {
  file: string;
  /** Number of the comment's line, from 1. */
  line: number;
  tests: string[];
}

/** Returns all marks of the sources below `root`, in the order of files and lines. */
export function findMarks(root: string): Mark[] {
  const files = globSync('{contract,server,sandbox,web}/**/*.ts', { cwd: root }).sort();
  return files.flatMap((file) => marksIn(file, readFileSync(join(root, file), 'utf8')));
}

function marksIn(file: string, source: string): Mark[] {
  return source.split('\n').flatMap((text, at) => {
    const tests = /^ *(?:\/\/|--) guard: (.+)$/.exec(text)?.[1]?.split(' ');
    return tests ? [{ file, line: at + 1, tests }] : [];
  });
}

/**
 * Returns a source without the statement, the part of a chain or the line of SQL that follows the mark on a line. It ends where
 * the next line is not indented more, except for closing brackets.
 * @param line number of the mark's line, from 1
 */
export function withoutMarked(source: string, line: number): string {
  const lines = source.split('\n');
  const indent = indentOf(lines[line]!);
  let end = line + 1;
  while (end < lines.length && indentOf(lines[end]!) > indent) end += 1;
  if (end > line + 1 && indentOf(lines[end]!) === indent && /^\s*[)}\]]/.test(lines[end]!)) end += 1;
  return lines.toSpliced(line, end - line).join('\n');
}

/** Returns the number of spaces before a line's text; an empty line belongs to what it stands in. */
function indentOf(line: string): number {
  const at = line.search(/\S/);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
