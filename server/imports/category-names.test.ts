import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CategoryNames } from './category-names.ts';

const category = (id: string, slug: string, name: string, parentId?: string) => ({
  ...{ id, slug, name, attributes: [] },
  ...(parentId && { parentId }),
});

test('the name of several categories stands for none of them, their slugs and paths for one', () => {
  const names = new CategoryNames();
  names.add([
    category('1', 'power', 'Power'),
    category('2', 'network', 'Network'),
    category('3', 'cables', 'Cables', '1'),
    category('4', 'network-cables', 'Cables', '2'),
    category('5', 'rails', 'Server rails'),
    category('6', 'kits', 'Rails'),
  ]);
  const slugOf = (text: string) => names.find(text)?.slug;
  assert.deepEqual(
    ['Cables', 'CABLES', 'cables', 'Power > Cables', 'Network/Cables', 'Rails', 'rails', 'POWER'].map(slugOf),
    [undefined, undefined, 'cables', 'cables', 'network-cables', 'kits', 'rails', 'power'],
  );
  names.addNew(['Power > LC', 'Network > LC', 'Cables']);
  assert.deepEqual(['LC', 'network > lc', 'Cables'].map(slugOf), [undefined, 'lc-2', 'cables-2']);
});
