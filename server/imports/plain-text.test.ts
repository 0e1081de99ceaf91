import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPlainText } from './plain-text.ts';

test('tags and entities become text, and paragraphs lines', () => {
  for (const [html, text] of [
    ['<p>Quiet.<br>Two ball bearings &amp; PWM.</p>', 'Quiet.\nTwo ball bearings & PWM.'],
    ['<ul><li>One</li>\n<li class="a">Two</li></ul>', 'One\nTwo'],
    ['<style>p { color: red }</style><p>Text</p><script>x()</script>', 'Text'],
    ['120&nbsp;mm &#8211; L&uuml;fter &unknown;', '120 mm – Lüfter &unknown;'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<&>', '<&>'],
    ['&toString; &#9;&#0;', '&toString; \t&#0;'],
    ['<3 fans>', '<3 fans>'],
  ] as const)
    assert.equal(toPlainText(html), text);
});

test('a long text of open brackets is read in time', () => {
  const long = '<p '.repeat(10_000);
  assert.equal(toPlainText(long), long);
});
