import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** The modules of each script, those that others import first. */
const SCRIPTS = {
  'stripe.js': [
    'brand-sign.ts',
    'card-input.ts',
    'card-style.ts',
    'card-field.ts',
    'api.ts',
    'authentication.ts',
    'elements.ts',
    'stripe.ts',
  ],
  'three-d-secure.js': ['three-d-secure-window.ts'],
} as const;

/**
 * One classic script of the TypeScript modules in `browser/`: types, imports and exports taken
 * away, in one function so that nothing but what it sets on `window` is seen from outside.
 */
export async function browserScript(name: keyof typeof SCRIPTS): Promise<string> {
  const sources = await Promise.all(
    SCRIPTS[name].map((file) => readFile(new URL(`./browser/${file}`, import.meta.url), 'utf8')),
  );
  const code = sources.map((source) =>
    quietly(() => stripTypeScriptTypes(source))
      .replace(/^import\s[^;]*?\sfrom\s+'[^']+';$/gm, '')
      .replace(/^export (?=(async )?(function|const|let|class) )/gm, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n'),
  );
  return `'use strict';\n(() => {\n${code.join('\n')}\n})();\n`;
}

/** Node calls the stripping of types experimental each time it is used; once in the documentation is enough. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
