// nightly: runs the servers that deploy/ is for
// The image of deploy/ is built and run with what Debian has for it.
import { test } from 'node:test';
import { unless, unlessRoot } from './programs.ts';
import { tryImage } from './try-image.ts';

// With the packages of this machine. `npm run stress:image` builds all stages, which installs them anew.
test(
  'the image is small, holds no tools, and runs as nobody on a root that cannot be written',
  { skip: unless('buildah', 'mmdebstrap', 'unshare', 'nsenter', 'ps') || unlessRoot(), timeout: 30 * 60_000 },
  (t) => tryImage('packed', (line) => t.diagnostic(line)),
);
