// Three layers without import cycles: composition and HTTP, the nouns of the shop, and the foundation.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Folders and files of server/. A folder in neither list is a noun. */
const CARRIES = [
  'address',
  'app',
  'address-and-database',
  'demo',
  'http',
  'main',
  'modules',
  'mount-auth',
  'open-modules',
  'ops',
  'pages',
  'processes',
  'shop',
  'stand-ins',
  'start',
  'welcome',
];
const STANDS_ON = ['ground'];
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

/** Returns what the folders of a graph import of each other, as `nameOf` says to which folder a file belongs. */
function groupBy(
  graph: Iterable<[string, Iterable<string>]>,
  nameOf: (file: string) => string | undefined,
): Graph {
  const folders: Graph = new Map();
  for (const [file, imports] of graph) {
    const folder = nameOf(file);
    if (folder === undefined) continue;
    const others = [...imports]
      .map(nameOf)
      .filter((other) => other !== undefined && other !== folder) as string[];
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return folders;
}

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
    const folders = groupBy(
      within.map(({ file, imports }) => [file, imports]),
      folderOf,
    );
    assert.ok(folders.get('orders')?.has('payments'), 'folders are found');
    assert.equal(findCircle(folders), undefined);
    const ground = groupBy(
      within.map(({ file, imports }) => [file, imports]),
      (file) => (folderOf(file) === 'ground' ? file.split('/')[2]!.replace(/\.ts$/, '') : undefined),
    );
    assert.ok(ground.get('limits')?.has('database'), 'folders of the ground are found');
    assert.equal(findCircle(ground), undefined);
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

describe('web/', () => {
  const web = readImports('web/**/*.{ts,tsx}', ['**/*.test.ts']);

  test('neither its folders nor those of the dashboard have an import cycle', () => {
    for (const depth of [2, 4]) {
      const root = depth === 2 ? 'web/' : 'web/pages/dashboard/';
      const folders = groupBy(web, (file) =>
        file.startsWith(root) && file.split('/').length > depth
          ? file.split('/').slice(0, depth).join('/')
          : undefined,
      );
      assert.ok(folders.size > 3, 'folders are found');
      assert.equal(findCircle(folders), undefined);
    }
  });
});
