import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf, commitOf, type Press } from './keys.ts';

/** A press such as 'Ctrl+Shift+z'. */
function press(keys: string): Press {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1)!;
  const has = (name: string) => parts.slice(0, -1).includes(name);
  const code = /^\d$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  return {
    key,
    code,
    shiftKey: has('Shift'),
    altKey: has('Alt'),
    ctrlKey: has('Ctrl'),
    metaKey: has('Meta'),
  };
}

test('keys of the grid', () => {
  const keys: [keys: string, command: unknown][] = [
    ['ArrowDown', { do: 'move', rows: 1, columns: 0 }],
    ['Shift+ArrowLeft', { do: 'move', rows: 0, columns: -1, extends: true }],
    ['Ctrl+ArrowRight', { do: 'edge', of: 'row', at: 'end' }],
    ['Ctrl+ArrowUp', { do: 'move', rows: Number.NEGATIVE_INFINITY, columns: 0 }],
    ['Tab', { do: 'tab', direction: 1 }],
    ['Shift+Tab', { do: 'tab', direction: -1 }],
    ['Home', { do: 'edge', of: 'row', at: 'start' }],
    ['Ctrl+End', { do: 'edge', of: 'grid', at: 'end' }],
    ['PageDown', { do: 'page', direction: 1 }],
    ['Enter', { do: 'edit' }],
    ['F2', { do: 'edit' }],
    ['5', { do: 'edit', with: '5' }],
    ['Shift+N', { do: 'edit', with: 'N' }],
    ['Delete', { do: 'clear' }],
    ['Ctrl+Delete', { do: 'removeRows' }],
    ['F8', { do: 'problem', direction: 1 }],
    ['Shift+F8', { do: 'problem', direction: -1 }],
    ['Alt+b', { do: 'advice' }],
    ['Alt+Shift+B', { do: 'allAdvice' }],
    ['Alt+Shift+C', { do: 'confirmAll' }],
    ['Alt+j', { do: 'join' }],
    ['Alt+3', { do: 'remedy', n: 3 }],
    ['Alt+ArrowUp', { do: 'moveRow', direction: -1 }],
    ['Ctrl+z', { do: 'undo' }],
    ['Meta+z', { do: 'undo' }],
    ['Ctrl+Shift+Z', { do: 'redo' }],
    ['Ctrl+y', { do: 'redo' }],
    ['Ctrl+a', { do: 'selectAll' }],
    ['Shift+ ', { do: 'selectRow' }],
    ['Ctrl+Enter', { do: 'checkout' }],
    ['Shift+?', { do: 'help' }],
    ['Escape', { do: 'leave' }],
    // The browser's: copy, paste, reload, find, the menu, functions.
    ...['Ctrl+c', 'Ctrl+v', 'Ctrl+x', 'Ctrl+r', 'Ctrl+f', 'F5', 'Alt+ArrowLeft', 'Shift', 'Alt+d'].map(
      (keys): [string, unknown] => [keys, undefined],
    ),
  ];
  for (const [keys_, command] of keys) assert.deepEqual(commandOf(press(keys_)), command, keys_);
});

test('AltGr types letters: it is no Ctrl and no Alt', () => {
  assert.deepEqual(commandOf(press('Ctrl+Alt+@')), { do: 'edit', with: '@' });
});

test('a cell that is edited is left by Enter and Tab, and by arrows where somebody has begun by typing', () => {
  assert.deepEqual(commitOf(press('Enter'), false), { do: 'move', rows: 1, columns: 0 });
  assert.deepEqual(commitOf(press('Shift+Enter'), false), { do: 'move', rows: -1, columns: 0 });
  assert.deepEqual(commitOf(press('Tab'), false), { do: 'tab', direction: 1 });
  assert.deepEqual(commitOf(press('ArrowDown'), true), { do: 'move', rows: 1, columns: 0 });
  for (const [keys, wasTyped] of [
    ['ArrowDown', false],
    ['ArrowLeft', true],
    ['Shift+ArrowDown', true],
    ['a', true],
    ['Ctrl+Enter', true],
  ] as const)
    assert.equal(commitOf(press(keys), wasTyped), undefined, keys);
});
