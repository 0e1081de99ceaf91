import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { browserScript } from './browser-code.ts';

for (const name of ['stripe.js', 'three-d-secure.js'] as const) {
  test(`${name} is a classic script`, async () => {
    const code = await browserScript(name);
    new Script(code);
    assert.doesNotMatch(code, /^\s*(import|export)\b/m);
    const names = [...code.matchAll(/^(?:async )?(?:function|const|let|class) (\w+)/gm)].map(
      ([, word]) => word,
    );
    assert.equal(new Set(names).size, names.length, 'two modules have the same name for something');
  });
}
