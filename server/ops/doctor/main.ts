import { type Env, readEnv } from '../../ground/env.ts';
import { explain } from '../../ground/explain.ts';
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

/** `npm run doctor`: looks at all that a shop needs before people do, and says what to do. True when nothing is wrong. */
export async function main(): Promise<boolean> {
  try {
    const env = readEnv(process.env);
    const findings = await look(env);
    process.stdout.write(`${summarize(findings)}\n`);
    return findings.every(({ verdict }) => verdict !== 'wrong');
  } catch (error) {
    process.stdout.write(`The shop cannot be looked at: ${explain(error)}\n`);
    return false;
  }
}

const WIDTH = 'not used'.length;

function summarize(findings: readonly Finding[]): string {
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  const wrongs = count('wrong');
  return [
    'The variables are complete.',
    ...findings.flatMap(({ verdict, said, todo }) => [
      `  ${verdict.padEnd(WIDTH)}  ${said}`,
      ...(todo ? [`  ${''.padEnd(WIDTH)}  → ${todo}`] : []),
    ]),
    '',
    wrongs > 0
      ? `${wrongs} to mend, ${count('look')} to look at.`
      : `Nothing is wrong, ${count('look')} to look at.`,
  ].join('\n');
}
