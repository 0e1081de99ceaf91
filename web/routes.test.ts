import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OWN_RIGHTS } from '#contract/companies/rights.ts';
import type { ActionBy } from '#contract/policy.ts';
import { can } from '#contract/policy.ts';
import routes from './routes.ts';

const dashboard = routes.find(({ path }) => path === 'dashboard')!;
const desk = dashboard.children!.find(({ file }) => file === 'pages/dashboard/desk.tsx')!;
const person = {
  kind: 'person',
  userId: '1',
  buyerId: '1',
  rights: OWN_RIGHTS,
  email: 'robin@parts.example.com',
} as const;

test('[S2.11, S4.10] every page of the desk names an action that no customer may do: the layout signs them out', () => {
  const paths = desk.children!.map(({ path }) => path);
  for (const path of ['makeAdmin', 'manageAllOrders', 'addProduct', 'manageProducts', 'manageProducts/:id'])
    assert.ok(paths.includes(path), path);
  for (const { file } of desk.children!) {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    const may = source.match(/^export const handle: PageHandle = \{[^}]*\bmay: '([\w.]+)'/m)?.[1];
    assert.ok(may, `${file} names no action`);
    const action = may as ActionBy<'bearer'>;
    assert.equal(can({ ...person, role: 'customer' }, action), false, file);
    assert.equal(can({ ...person, role: 'admin' }, action), true, file);
  }
});

test('every form says by which method browsers without scripts send it: only searches by their address', () => {
  const forms = globSync('**/*.tsx', { cwd: import.meta.dirname }).flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    return source
      .split('<form')
      .slice(1)
      .filter((rest) => /^\s/.test(rest))
      .map((rest) => ({ file, method: rest.match(/^[^>]*\smethod="(\w+)"/)?.[1] }));
  });
  assert.ok(forms.length > 40);
  assert.deepEqual(
    forms.filter(({ method }) => method === undefined),
    [],
  );
  assert.deepEqual(
    forms
      .filter(({ method }) => method === 'get')
      .map(({ file }) => file)
      .sort(),
    ['pages/all-products/facets.tsx', 'pages/all-products/sort-field.tsx', 'shell/search-box.tsx'],
  );
});
