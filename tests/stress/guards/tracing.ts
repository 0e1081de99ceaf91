import type { Guard } from './guard.ts';

const OF_REQUESTS = ['tests/http/traces.test.ts'];

/** The guards around traces, which leave the shop. */
export const tracingGuards: Guard[] = [
  {
    name: 'the traceparent of a stranger is ignored',
    file: 'server/http/traces.ts',
    code: "!this.#trust?.(socket.remoteAddress ?? '', 0)",
    without: 'false',
    tests: OF_REQUESTS,
  },
  {
    name: 'an answer of a receiver of traces is not read without end',
    file: 'server/tracing/delivery.ts',
    code: 'if (bytes > MOST_OF_ANSWER) break;',
    without: '',
    tests: ['server/tracing/delivery.test.ts'],
  },
  {
    name: 'a stop does not wait for a receiver of traces that does not answer',
    file: 'server/tracing/tracer.ts',
    code: 'await Promise.race([closed, pause(CLOSING_MS, undefined, { ref: false })]);',
    without: 'await closed;',
    tests: ['server/tracing/delivery.test.ts'],
  },
  {
    name: 'what fails is traced by its code, and not by a message that quotes parameters',
    file: 'server/tracing/span.ts',
    code: 'return (said as string | undefined) ??',
    without: 'return String((error as Error)?.message) ??',
    tests: [...OF_REQUESTS, 'server/tracing/statement.test.ts'],
  },
  {
    name: 'no parameter of a statement is traced',
    file: 'server/database/connection.ts',
    code: 'beginStatement(text, name)',
    without: 'beginStatement(text, name + String(values))',
    tests: OF_REQUESTS,
  },
  {
    name: 'an address is traced as the pattern of its route',
    file: 'server/http/traces.ts',
    code: 'request.is404 ? undefined : request.routeOptions.url',
    without: 'request.url',
    tests: OF_REQUESTS,
  },
  {
    name: 'spans for which the queue has no room are counted as lost',
    file: 'server/tracing/delivery.ts',
    code: 'if (this.#waiting >= QUEUE) this.#lose(1);\n    else this.#waiting += 1;',
    without: 'this.#waiting += 1;',
    tests: ['server/tracing/delivery.test.ts'],
  },
];
