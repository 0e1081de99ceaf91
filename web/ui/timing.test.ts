import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYMENT_DIALOG_MS, SUCCESS_DIALOG_MS, TOAST_MS } from './timing.ts';

test('[S9.2, S9.3] success dialogs close after 2000 ms, the payment’s after 3000 ms, toasts after 5000 ms', () => {
  assert.equal(SUCCESS_DIALOG_MS, 2000);
  assert.equal(PAYMENT_DIALOG_MS, 3000);
  assert.equal(TOAST_MS, 5000);
});
