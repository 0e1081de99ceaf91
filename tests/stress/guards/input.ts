import type { Guard } from './guard.ts';

/** Guards against hostile addresses, texts and pictures, and of the content of responses and the log. */
export const inputGuards: Guard[] = [
  {
    name: 'an address that Google has not verified gets no account',
    file: 'server/accounts/google.ts',
    code: 'emailVerified: verified === true',
    without: 'emailVerified: true',
    tests: ['server/accounts/google.test.ts'],
  },
  {
    name: 'no regular expression has nested quantifiers',
    file: 'server/handling/log.ts',
    code: '/^[0-9a-f-]{36}$|',
    without: '/^([0-9a-f-]+)+$|',
    tests: ['server/http/patterns.test.ts'],
  },
  {
    name: 'text that cannot be stored is a 400, not a server error',
    file: 'server/http/mount.ts',
    code: 'requireStorable(request.params);',
    without: '',
    tests: ['tests/stress/fuzz/fuzz.test.ts'],
  },
  {
    name: 'browsers do not sniff content types',
    file: 'server/http/headers.ts',
    code: "'x-content-type-options': 'nosniff',",
    without: '',
    tests: ['tests/http/headers.test.ts'],
  },
  {
    name: 'a page runs no plugin',
    file: 'server/pages/policy.ts',
    code: `"object-src 'none'",`,
    without: '',
    tests: ['server/pages/policy.test.ts'],
  },
  {
    name: 'another spelling of a page’s address is redirected to the canonical one',
    file: 'server/pages/addresses.ts',
    code: "segments.map((segment, i) => (segment.startsWith(':') ? asked[i] : segment))",
    without: 'asked',
    tests: ['server/pages/addresses.test.ts'],
  },
  {
    name: 'a response to an address with a query is not cached',
    file: 'server/http/replay.ts',
    code: 'if (query >= 0 && query < url.length - 1) return undefined;',
    without: '',
    tests: ['tests/http/replay.test.ts'],
  },
  {
    name: 'paths in the log contain no email addresses',
    file: 'server/handling/log.ts',
    code: "if (/@|%40/i.test(part)) return ':email';",
    without: '',
    tests: ['tests/http/log.test.ts'],
  },
  {
    name: 'a picture of too many pixels is refused before it is decoded',
    file: 'server/images/process.ts',
    code: 'metadata.width * metadata.height > IMAGE_MAX_PIXELS',
    without: 'false',
    tests: ['server/images/hostile.test.ts'],
  },
  {
    name: 'the process that decodes pictures ends when it uses too much memory',
    file: 'server/images/worker.ts',
    code: 'process.memoryUsage.rss() > memoryLimit',
    without: 'false',
    tests: ['server/images/decoder.test.ts'],
  },
];
