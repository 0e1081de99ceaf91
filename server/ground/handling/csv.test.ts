import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { csvAnswer } from './csv.ts';

/** A cell as it stands in the file. */
async function cell(value: string): Promise<string> {
  async function* rows() {
    yield [value];
  }
  const whole = await text(csvAnswer('x', rows(), [['head', (row) => row]]).body as Readable);
  return whole.slice('head\r\n'.length, -'\r\n'.length);
}

const cases: [value: string, inFile: string][] = [
  ['=1+1', "'=1+1"],
  ['+1 555 0100', "'+1 555 0100"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a; \t =1', `"a; \t '=1"`],
  ['a\t=1', `"a\t'=1"`],
  ['a,=1', `"a,'=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['a\r=1', `"a\r'=1"`],
  ['a;"=1"', `"a;""'=1"""`],
  ['  =1', `"  '=1"`],
  ['\t=1', `"\t'=1"`],
  ['\r@SUM(A1)', `"\r'@SUM(A1)"`],
  ['\u200b+1', "\u200b'+1"],
  ['\u2060\u00ad -1', "\u2060\u00ad '-1"],
  ['\u0000\u0001=1', "\u0000\u0001'=1"],
  ['\u200b\ufeff\u00a0=1', "\u200b\ufeff\u00a0'=1"],
  ['a=1, b-2; c@d', '"a=1, b-2; c@d"'],
  ['"quoted"', '"""quoted"""'],
  ['', ''],
];
for (const [value, inFile] of cases)
  test(JSON.stringify(value), async () => assert.equal(await cell(value), inFile));
