import type { Env } from '../../ground/env.ts';
import { lookAtDatabase } from './database.ts';
import type { Finding } from './finding.ts';
import { lookAtGoogle } from './google.ts';
import { lookAtMail } from './mail.ts';
import { lookAtProxies } from './proxies.ts';
import { lookAtSecrets } from './secrets.ts';
import { lookAtSite } from './site.ts';
import { lookAtStorage } from './storage.ts';
import { lookAtStripe } from './stripe.ts';
import { lookAtTraces } from './traces.ts';

const LOOKS = [
  lookAtSecrets,
  lookAtDatabase,
  lookAtStorage,
  lookAtProxies,
  lookAtSite,
  lookAtStripe,
  lookAtMail,
  lookAtGoogle,
  lookAtTraces,
];

/** Looks at all that a deployment needs. At once: what is away takes its seconds until it is given up. */
export async function look(env: Env): Promise<Finding[]> {
  return (await Promise.all(LOOKS.map((lookAt) => lookAt(env)))).flat();
}
