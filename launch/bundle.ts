import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { root } from './child.ts';

/** What a start runs, and what each of several processes does. */
const ENTRIES = ['server/main.ts', 'server/processes/serve.ts'];
/**
 * Packages of hundreds of files that only the server imports. Others stay as they are: some read files beside their code, and React is
 * to be the one that the build of the web imports.
 */
const BUNDLED = /^(@better-auth|@opentelemetry|better-auth|better-call|jose|kysely|stripe)(\/|$)/;
const FOLDER = 'bundle';

/**
 * Makes a few scripts, without types, of all that the entries of the server import, and has the copies of the entries run these: to find,
 * read and link two thousand files is half of a start.
 * @param packed the folder that has a copy of the sources
 */
export async function bundleServer(packed: string): Promise<void> {
  const nameOf = (entry: string) => entry.replaceAll('/', '-').replace(/\.ts$/, '');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: join(packed, FOLDER),
      emptyOutDir: true,
      ssr: true,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), join(root, entry)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: [BUNDLED] },
    plugins: [
      {
        // A source finds what it names beside itself where its copy is.
        name: 'address of the source',
        enforce: 'pre',
        transform(code, id) {
          if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
          const copy = relative(join(root, FOLDER), id).replaceAll('\\', '/');
          return {
            code: code.replaceAll('import.meta.url', `new URL('${copy}', import.meta.url).href`),
            map: null,
          };
        },
      },
    ],
  });
  for (const entry of ENTRIES) {
    const up = '../'.repeat(entry.split('/').length - 1);
    writeFileSync(join(packed, entry), `export * from '${up}${FOLDER}/${nameOf(entry)}.js';\n`);
  }
}
