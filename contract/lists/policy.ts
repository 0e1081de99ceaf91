import { own } from '../kernel/reach.ts';

/** Nobody sees or changes another person's lists, not even an admin. Whoever is given its key reads a shared one. */
export const listPolicy = {
  'list.read': own,
  'list.write': own,
};
