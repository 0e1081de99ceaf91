import { readEnv } from '../../ground/env.ts';
import { explain } from '../../ground/explain.ts';
import type { Finding } from './finding.ts';
import { look } from './looks.ts';

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
