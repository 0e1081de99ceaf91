import type { Problem } from './problem.ts';

/**
 * Waits for a change. Where a constraint of the database has refused it, throws the problem that stands for the constraint;
 * throws any other error as it is.
 */
export async function explainRefused<T>(
  change: Promise<T>,
  problems: Readonly<Record<string, () => Problem>>,
): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const { constraint = '' } = (error ?? {}) as { constraint?: string };
    throw problems[constraint]?.() ?? error;
  }
}
