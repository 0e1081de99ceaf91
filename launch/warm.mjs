// Run by deploy/Dockerfile as the image's user: compiles what launch/start.mjs imports, and keeps it where that looks for it, as
// a root that cannot be written keeps nothing at the first start. Node's cache belongs to a user, a version and a path.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

enableCompileCache(join(dirname(import.meta.dirname), '.launch', 'compiled'));
await import('./follow.ts');
await import('./env-file.ts');
await import('./build.ts');
await import('./child.ts');
await import('../server/main.ts');
// What main.ts imports when it starts a shop.
await import('../build/server/index.js');
await import('nodemailer');
flushCompileCache();
process.exit(0);
