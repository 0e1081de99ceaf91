import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The modules of each script, in order of their imports. */
const SCRIPTS = {
  'stripe.js': [
    'brand-sign.ts',
    'card-input.ts',
    'card-style.ts',
    'card-field.ts',
    'api.ts',
    'authentication.ts',
    'stripe.ts',
  ],
  'three-d-secure.js': ['three-d-secure-window.ts'],
} as const;

const STRIP = fileURLToPath(new URL('./strip.ts', import.meta.url));

/**
 * Builds a classic script from the TypeScript modules in `browser/`: removes types, imports and exports,
 * and wraps everything in a function, so that it exposes only what it sets on `window`.
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

/** Runs in its own process, because the type stripper would stay in the memory of this one. */
async function stripTypes(files: string[]): Promise<string[]> {
  const args = ['--disable-warning=ExperimentalWarning', STRIP, ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}
