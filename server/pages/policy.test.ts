import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentSecurityPolicy } from './policy.ts';

type Directive = 'script-src' | 'frame-src' | 'connect-src';

/**
 * What Stripe.js loads for card fields and 3-D Secure, by https://docs.stripe.com/security/guide#content-security-policy: a
 * host for each that the guide names for a directive, some for those that it names by `*`.
 */
const DOCUMENTED: Record<Directive, string[]> = {
  'script-src': ['https://js.stripe.com/', 'https://b.js.stripe.com/'],
  'frame-src': ['https://js.stripe.com/', 'https://b.js.stripe.com/', 'https://hooks.stripe.com/'],
  'connect-src': ['https://api.stripe.com/'],
};

/** What looks like it, and what the guide names for features that the shop does not use. */
const OTHERS = [
  'https://stripe.com/',
  'https://dashboard.stripe.com/',
  'https://maps.googleapis.com/maps/api/js',
  'http://js.stripe.com/v3/',
  'https://js.stripe.com.example.net/v3/',
  'https://example-js.stripe.com/v3/',
  'https://js.stripe.com:8443/v3/',
  'https://example.net/',
  'data:text/javascript,1',
  'ws://example.net/',
];

/** The sources of each directive. */
function parse(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
}

/** Whether a source of a policy lets an address through, as far as https://www.w3.org/TR/CSP3/#match-url-to-source-expression goes here. */
function matches(source: string, address: string): boolean {
  const url = new URL(address);
  if (source.endsWith(':')) return url.protocol === source;
  const [scheme, host] = source.split('://');
  if (host === undefined || url.protocol !== `${scheme}:` || url.port !== '') return false;
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
}

function allows(policy: Map<string, string[]>, directive: Directive, address: string): boolean {
  return policy.get(directive)!.some((source) => matches(source, address));
}

const DIRECTIVES = Object.keys(DOCUMENTED) as Directive[];
const EVERYTHING = [...new Set([...Object.values(DOCUMENTED).flat(), ...OTHERS])];

describe('a page', () => {
  test('with Stripe loads what Stripe documents for its card fields, each where it is documented, and nothing else', () => {
    const policy = parse(contentSecurityPolicy(["'sha256-x'"], { stripe: true, dev: false }));
    for (const directive of DIRECTIVES) {
      const allowed = EVERYTHING.filter((address) => allows(policy, directive, address));
      assert.deepEqual(allowed, DOCUMENTED[directive], directive);
    }
  });

  test('without Stripe loads nothing of other hosts', () => {
    const policy = parse(contentSecurityPolicy(["'sha256-x'"], { stripe: false, dev: false }));
    for (const directive of DIRECTIVES) {
      assert.deepEqual(
        EVERYTHING.filter((address) => allows(policy, directive, address)),
        [],
        directive,
      );
    }
  });

  test('runs no inline script but those that are named, no plugin, and is in nobody’s frame', () => {
    const policy = parse(contentSecurityPolicy(["'sha256-x'"], { stripe: true, dev: false }));
    const scripts = policy.get('script-src')!;
    assert.ok(scripts.includes("'sha256-x'"));
    for (const word of ["'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", '*'])
      assert.ok(!scripts.includes(word), word);
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      assert.deepEqual(policy.get(directive), ["'none'"]);
    assert.deepEqual(policy.get('default-src'), ["'self'"]);
  });
});
