import { having, own } from '../kernel/reach.ts';

/**
 * Nobody sees or changes another person's lists, not even an admin, but those that a colleague shares in the company for which both
 * act. Whoever is given its key reads a list.
 */
export const listPolicy = {
  'list.read': own,
  'list.write': having('list.write', own),
  'list.share': having('list.share', own),
};
