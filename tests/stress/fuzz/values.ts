import fc from 'fast-check';

declare global {
  interface JSON {
    /** Raw JSON for `JSON.stringify` (ECMAScript 2026; TypeScript does not declare it yet). */
    rawJSON(text: string): object;
  }
}

/** Texts that have broken programs before: encodings, terminators, numbers as text, names special to JavaScript. */
const TEXTS = [
  '',
  ' ',
  '\ufffe\uffff',
  '\u2028\u2029',
  '\u202etxt.exe',
  '\r\nSet-Cookie: a=b',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'İıſßǅ',
  'Z̵̢̛a̷͎͝l̶̛͚g̸̻͐o',
  '0x64',
  '1e308',
  '-1',
  '1.5',
  'NaN',
  'Infinity',
  '9'.repeat(40),
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  '..',
  '.',
  '%00',
  '%c0%af',
  '%',
  '0000-00-00',
  '+275760-09-14T00:00:00Z',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  "'; drop table users; --",
  '$1',
  '\\',
  '<script>alert(1)</script>',
  `\${7*7}{{7*7}}`,
  'x'.repeat(300),
  'x'.repeat(20_000),
];

export const hostileText = fc.oneof(
  // Texts that databases and encoders refuse are the most frequent.
  { weight: 2, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udc00b') },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

/** A number that JSON allows and JavaScript may not expect. */
const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, 1.005, 100, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -1e13, 1e21, 1e308),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Values that `JSON.stringify` does not write. */
const RAW_JSON = ['1e400', '-1e400', '-0', '1e-400', '123456789012345678901234567890', '"\\ud800"'];

/** Any JSON value, hostile on purpose. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      ['1'],
      [1],
      { $ne: '' },
      { toString: 'x' },
      { length: 3 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_JSON).map((text) => JSON.rawJSON(text)) },
);

/** Bodies that are not JSON, or unusual JSON. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"name": ',
    'null',
    '"text"',
    '12',
    '[]',
    '{}',
    '{}{}',
    '{"a":1,"a":2}',
    "{'a': 1}",
    '{"__proto__": {"role": "admin"}}',
    '{"constructor": {"prototype": {"role": "admin"}}}',
    '\ufeff{}',
    '{"a": "\0"}',
    '{"a": NaN}',
    '{"a": 0x64}',
    'name=x&price=1',
    '<xml/>',
    ...[100, 20_000].flatMap((depth) => [
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ]),
    `"${'x'.repeat(150_000)}"`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json(),
);

/** Raw parts of a request target: invalid percent-encoding, dots, and other input that confuses parsers. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    'a%00b',
    '%c0%af',
    '%ed%a0%80',
    '%f0%9f%92%a9',
    '%2e%2e%2f%2e%2e',
    '%2F',
    '%5c',
    '..',
    '.',
    ':id',
    '*',
    ';a=b',
    '(x)',
    '%252e',
    '%u0041',
    'x'.repeat(400),
    '%41'.repeat(200),
  ),
  hostileText.map(encode),
);

/** Percent-encodes a text; a lone surrogate is encoded as its bytes. */
export function encode(text: string): string {
  return [...text]
    .map((character) =>
      character.isWellFormed() ? encodeURIComponent(character) : toPercent(character.charCodeAt(0)),
    )
    .join('');
}

function toPercent(surrogate: number): string {
  const bytes = [0xe0 | (surrogate >> 12), 0x80 | ((surrogate >> 6) & 0x3f), 0x80 | (surrogate & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}
