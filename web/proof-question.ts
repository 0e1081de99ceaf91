/** The question for a proof of the second factor, which a call can need in the middle of work. Knows no React. */
import { ApiProblem } from './api-problem.ts';

interface Question {
  answered: Promise<boolean>;
  answer: (proven: boolean) => void;
}

let open: Question | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` when a question is opened or closed. Returns the function that stops it. */
export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getQuestion(): Question | undefined {
  return open;
}

/**
 * Makes a call, and makes it again when it was refused until the second factor is proven and the person has done that.
 * Calls that are refused together share one question. What was typed stays where it is, as the call only takes longer.
 */
export async function withProof<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (stepOf(error) !== 'prove' || !(await ask())) throw error;
    return call();
  }
}

/** What a refused call, or a sign-in, needs of the second factor; undefined for every other error. */
export function stepOf(error: unknown): string | number | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'second_factor_needed') return undefined;
  return error.params.step;
}

/** Whether the person has proven it. False at once where no page is there to ask. */
function ask(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const answer = (proven: boolean) => {
      open = undefined;
      announce();
      resolve(proven);
    };
    open = { answered: promise, answer };
    announce();
  }
  return open.answered;
}

function announce(): void {
  for (const listener of listeners) listener();
}
