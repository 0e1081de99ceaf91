// Three layers without import cycles: composition and HTTP, the nouns of the shop, and the foundation.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Folders and files of server/. A folder in neither list is a noun. */
const CARRIES = [
  ...[
    'address',
    'app',
    'audit',
    'backup',
    'demo',
    'doctor',
    'ground',
    'http',
    'main',
    'migrate',
    'modules',
    'mount-auth',
    'open-modules',
  ],
  ...['pages', 'processes', 'running', 'shop', 'stand-ins', 'start', 'welcome'],
];
const STANDS_ON = [
  ...['database', 'days', 'env', 'explain', 'handling', 'idempotency', 'jobs'],
  ...[
    'letters',
    'limits',
    'loopback',
    'mail',
    'module',
    'operator-error',
    'patience',
    'pdf',
    'piped',
    'ports',
    'storage',
    'tracing',
  ],
];
const LAYERS = ['what nouns stand on', 'a noun', 'what starts and carries'];

type Graph = Map<string, Set<string>>;

/** Returns the files of some folders with the files that each imports, types included. */
function readImports(pattern: string, exclude: string[] = []): Graph {
  const graph: Graph = new Map();
  for (const file of globSync(pattern, { cwd: ROOT, exclude })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const named = [...source.matchAll(/^(?:import|export|\} from|.*\bimport\()[^'\n]*'([.#][^']+)'/gm)];
    const imports = named.map(([, path]) =>
      path!.startsWith('#') ? path!.slice(1) : join(file, '..', path!),
    );
    graph.set(file, new Set(imports));
  }
  return graph;
}

/** Returns an import cycle, or undefined. */
function findCircle(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  function walk(node: string): string[] | undefined {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return undefined;
    done.add(node);
    way.push(node);
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next);
      if (circle) return circle;
    }
    way.pop();
    return undefined;
  }
  for (const node of graph.keys()) {
    const circle = walk(node);
    if (circle) return circle;
  }
  return undefined;
}

/** `server/orders/routes.ts` belongs to `orders`, `server/app.ts` to `app`. */
const folderOf = (file: string) => file.split('/')[1]!.replace(/\.ts$/, '');

function layerOf(file: string): number {
  if (STANDS_ON.includes(folderOf(file))) return 0;
  return CARRIES.includes(folderOf(file)) ? 2 : 1;
}

const server = readImports('server/**/*.ts', ['**/*.test.ts']);
const within = [...server].map(([file, imports]) => ({
  file,
  imports: [...imports].filter((path) => path.startsWith('server/')),
}));

test('no file imports itself through others', () => {
  const all = readImports('{contract,content,server,sandbox,web,launch,tests,docs}/**/*.{ts,tsx,mjs}');
  assert.ok(all.get('server/main.ts')?.has('server/start.ts'), 'imports are found');
  assert.equal(findCircle(all), undefined);
});

describe('server/', () => {
  test('its folders have no import cycle', () => {
    const folders: Graph = new Map();
    for (const { file, imports } of within) {
      const others = imports.map(folderOf).filter((folder) => folder !== folderOf(file));
      folders.set(folderOf(file), new Set([...(folders.get(folderOf(file)) ?? []), ...others]));
    }
    assert.ok(folders.get('orders')?.has('payments'), 'folders are found');
    assert.equal(findCircle(folders), undefined);
  });

  test('no layer imports a higher one', () => {
    const known = new Set(within.map(({ file }) => folderOf(file)));
    for (const folder of [...CARRIES, ...STANDS_ON]) assert.ok(known.has(folder), `there is no ${folder}`);
    const up = within.flatMap(({ file, imports }) =>
      imports
        .filter((path) => layerOf(path) > layerOf(file))
        .map((path) => `${file} (${LAYERS[layerOf(file)]}) imports ${path} (${LAYERS[layerOf(path)]})`),
    );
    assert.deepEqual(up, []);
  });
});
