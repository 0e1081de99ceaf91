import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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

const STRIP = fileURLToPath(new URL('./strip.ts', import.meta.url));

/**
 * One classic script of the TypeScript modules in `browser/`: types, imports and exports taken
 * away, in one function so that nothing but what it sets on `window` is seen from outside.
 */
export async function browserScript(name: keyof typeof SCRIPTS): Promise<string> {
  const files = SCRIPTS[name].map((file) => fileURLToPath(new URL(`./browser/${file}`, import.meta.url)));
  const code = (await stripTypes(files)).map((source) =>
    source
      .replace(/^import\s[^;]*?\sfrom\s+'[^']+';$/gm, '')
      .replace(/^export (?=(async )?(function|const|let|class) )/gm, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n'),
  );
  return `'use strict';\n(() => {\n${code.join('\n')}\n})();\n`;
}

/** In a process of its own: what takes types away is 20 MB, and would stay in this one for good. */
async function stripTypes(files: string[]): Promise<string[]> {
  const args = ['--disable-warning=ExperimentalWarning', STRIP, ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}
