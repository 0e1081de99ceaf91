// A process that runs test files, one after the other, in itself (test-files.ts says which). Each file is a test whose subtests
// are the file's: its hooks are its own, and its `after` has run before the next file is imported.
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Waits for the next file, relative to the repository; undefined when there is none left. */
function nextFile(): Promise<string | undefined> {
  return new Promise((resolve) => process.once('message', ({ file }: { file?: string }) => resolve(file)));
}

/** Remembers an object's properties, and returns what restores them. */
function remember(object: object): () => void {
  const known = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(object)))
      if (!Object.hasOwn(known, name)) Reflect.deleteProperty(object, name);
    for (const [name, before] of Object.entries(known)) {
      const now = Object.getOwnPropertyDescriptor(object, name);
      if (now?.value !== before.value || now?.get !== before.get) Object.defineProperty(object, name, before);
    }
  };
}

// The channel to the parent keeps this process alive while it waits; follow.ts ends it with the parent.
process.channel?.ref();
for (let file = await nextFile(); file !== undefined; file = await nextFile()) {
  const address = pathToFileURL(join(import.meta.dirname, '..', file)).href;
  const restore = [remember(globalThis), remember(process.env)];
  const { env } = process;
  await test(file, async () => {
    await import(address);
  });
  // A fake browser of one file would be taken for a real one by the next.
  process.env = env;
  for (const each of restore) each();
}
// Now it ends by itself, so that what throws late is in its exit code.
process.channel?.unref();
