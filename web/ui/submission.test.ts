import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openFakeBrowser, signInAs } from '../../tests/fake-browser.ts';
import { ApiProblem } from '../api-problem.ts';
import { createKeys, refusalOf } from './submission.ts';

beforeEach(() => {
  openFakeBrowser();
});

describe('the Idempotency-Key of a form', () => {
  const outage = new ApiProblem(0, 'offline', 'No answer');

  test('stays the same for the same input after an outage', () => {
    const keys = createKeys();
    const first = keys.keyOf({ order: 100 });
    keys.settle(outage);
    assert.equal(keys.keyOf({ order: 100 }), first);
  });

  test('is a new one for other input', () => {
    const keys = createKeys();
    const first = keys.keyOf({ order: 100 });
    keys.settle(outage);
    assert.notEqual(keys.keyOf({ order: 200 }), first);
  });

  test('is a new one after every response', () => {
    const keys = createKeys();
    const first = keys.keyOf({ order: 100 });
    keys.settle(new ApiProblem(409, 'price_changed', 'Price changed'));
    const second = keys.keyOf({ order: 100 });
    assert.notEqual(second, first);
    keys.settle();
    assert.notEqual(keys.keyOf({ order: 100 }), second);
  });
});

describe('a refused submission', () => {
  const refused = (errors: { field: string; message: string }[], status = 400) =>
    refusalOf(new ApiProblem(status, 'invalid_input', 'The input is wrong.', errors), ['name', 'price']);

  test('shows messages at their fields, from top to bottom, and nothing below the form', () => {
    const { atFields, message } = refused([
      { field: 'price', message: 'Enter a price.' },
      { field: 'name', message: 'Enter a name.' },
    ]);
    assert.deepEqual(
      atFields?.map(({ field }) => field),
      ['name', 'price'],
    );
    assert.equal(message, undefined);
  });

  test('shows messages about fields that the form does not have below it', () => {
    const { atFields, message } = refused([
      { field: 'image', message: 'Choose a picture.' },
      { field: 'name', message: 'Enter a name.' },
      { field: 'productId', message: 'Unknown product.' },
    ]);
    assert.equal(atFields?.length, 1);
    assert.equal(message, 'Choose a picture. Unknown product.');
  });

  test('shows the problem itself when it names no field', () => {
    assert.equal(refused([]).message, 'The input is wrong.');
  });

  test('offers to log in when the session of a signed-in person has ended', () => {
    assert.equal(refused([], 401).signedOut, false);
    signInAs('robin@parts.example.com');
    assert.equal(refused([], 401).signedOut, true);
    assert.equal(refused([], 403).signedOut, false);
  });

  test('shows no internals of an error that is not a response', () => {
    assert.equal(refusalOf(new TypeError('x is undefined')).message, 'Something went wrong. Try again.');
  });
});
