import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Repetitions beyond this may be as many as a client likes. */
const FEW = 1_000;

/** Reads files of the project and nothing else. */
const OF_OUR_OWN = new Set(['sandbox/stripe/browser-code.ts']);

test('no regular expression takes more steps than its input is long', () => {
  const faults = sources().flatMap((file) => {
    const { patterns, faults } = patternsOf(file);
    return [...faults, ...patterns.flatMap(({ source, flags }) => faultsOf(source, flags))].map(
      (fault) => `${file}: ${fault}`,
    );
  });
  assert.deepEqual(faults, []);
});

test('the check finds what takes a square of its input or more', () => {
  for (const [source, flags] of [
    ['(?:^|,)\\s*br\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)', 'i'],
    ['[\\w.+-]+(?:@|%40)[\\w-]+(?:\\.[\\w-]+)+', 'gi'],
    ['(a+)+b', ''],
    ['^(?:a*,)*b', ''],
    ['<head[^>]*>', 'i'],
    ['\\/+$', ''],
    ['^\\s*\\s*x', ''],
    ['^a+b', 'm'],
  ] as const)
    assert.notDeepEqual(faultsOf(source, flags), [], source);
  for (const source of ['^[a-z]+$', '\\s+', '^a+@b+$', 'a|b', ':(\\w+)'])
    assert.deepEqual(faultsOf(source, 'g'), [], source);
});

/** Everything that may look at what came from outside. */
function sources(): string[] {
  const files = globSync('{server,contract,sandbox}/**/*.ts', { cwd: ROOT });
  return files
    .filter((file) => !/\.test\.ts$|testing\.ts$|test-client\.ts$|\.d\.ts$/.test(file))
    .filter((file) => !OF_OUR_OWN.has(file))
    .sort();
}

function patternsOf(file: string): { patterns: { source: string; flags: string }[]; faults: string[] } {
  const patterns: { source: string; flags: string }[] = [];
  const faults: string[] = [];
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  const refuseUnknown = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp')
      faults.push('makes a regular expression from text, which nothing can check');
  };
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: refuseUnknown,
    CallExpression: refuseUnknown,
  });
  visitor.visit(program);
  return { patterns, faults };
}

/**
 * What is wrong with a pattern: a repetition within a repetition, two that can share the same letters (scslre), or one that
 * is begun anew at each letter because the pattern is not tied to the beginning and something has to follow.
 */
function faultsOf(source: string, flags: string): string[] {
  const told = `/${source}/${flags}`;
  const pattern = new RegExpParser().parseLiteral(told);
  const faults = analyse(pattern).reports.map(({ type }) => `${told} (${type})`);
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max <= FEW) return;
      if (isRepeated(quantifier.parent)) faults.push(`${told}: ${quantifier.raw} is repeated`);
      if (!isLast(quantifier) && !isTied(quantifier, pattern.flags.multiline))
        faults.push(`${told}: ${quantifier.raw} is tried from each letter on`);
    },
  });
  return faults;
}

function isRepeated(node: AST.Node | null): boolean {
  if (!node) return false;
  return (node.type === 'Quantifier' && node.max > 1) || isRepeated(node.parent);
}

/** Whether nothing has to follow: then each letter is looked at once. */
function isLast(node: AST.Node): boolean {
  const { parent } = node;
  if (!parent || parent.type === 'Pattern') return true;
  if (parent.type === 'Alternative' && parent.elements.at(-1) !== node) return false;
  return isLast(parent);
}

/** Whether the alternative of the whole pattern begins with ^. */
function isTied(node: AST.Node, multiline: boolean): boolean {
  if (multiline) return false;
  let top: AST.Node = node;
  while (top.parent && top.parent.type !== 'Pattern') top = top.parent;
  const [first] = top.type === 'Alternative' ? top.elements : [];
  return first?.type === 'Assertion' && first.kind === 'start';
}
