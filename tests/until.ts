import assert from 'node:assert/strict';

/** Waits for an asynchronous effect, such as that of a webhook. Throws after a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it did not come about within a minute');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
