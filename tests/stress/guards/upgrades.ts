import type { Guard } from './guard.ts';

const DRAIN = ['tests/http/drain.test.ts'];

/** Guards of updates while people use the shop. */
export const upgradeGuards: Guard[] = [
  {
    name: 'a process that is about to stop is not ready',
    file: 'server/status/routes.ts',
    code: "      if (isStopping()) throw new Problem('stopping');\n",
    without: '',
    tests: DRAIN,
  },
  {
    name: 'a process that is about to stop ends each connection with its answer',
    file: 'server/http/drain.ts',
    code: "if (this.#hasBegun) response.setHeader('connection', 'close');",
    without: '',
    tests: DRAIN,
  },
  {
    name: 'a request that has begun to arrive is served although the shop closes',
    file: 'server/app.ts',
    code: '    return503OnClosing: false,\n',
    without: '',
    tests: DRAIN,
  },
];
