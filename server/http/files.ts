import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemParts } from '../ground/handling/problem.ts';

/** What @fastify/send refuses requests for files for, by status: its errors carry one, and no code of their own. */
const REFUSALS: Record<number, ProblemParts> = {
  400: ['invalid_url'],
  403: ['not_found', { what: 'file' }],
  412: ['file_changed'],
  416: ['no_such_part'],
};

/** Lets what is wrong with a request for a file be said as a problem, in a scope that serves nothing but files. */
export function explainFileErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error) => {
    const { status } = error as { status?: number };
    const refusal = error instanceof Problem || status === undefined ? undefined : REFUSALS[status];
    throw refusal ? new Problem(...refusal) : error;
  });
}
