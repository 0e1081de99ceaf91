/** What somebody may do for a buyer. Of a buyer of their own a person may everything but skip rules, of which it has none. */
export const RIGHTS = [
  /** Change the company, its members and its rules. */
  'members.manage',
  'purchase.place',
  'purchase.pay',
  'purchase.approve',
  /** See what colleagues have placed. Without it, one's own. */
  'purchase.read_all',
  'address.manage',
  /** Have a cart and lists. */
  'list.write',
  'list.share',
  'part_numbers.manage',
  /** Order above limits and without approval. No role has it: an admin gives it to a member. */
  'rules.skip',
] as const;
export type Right = (typeof RIGHTS)[number];

export const MEMBER_ROLES = ['admin', 'buyer', 'approver', 'finance', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The rights of each role of a company's members. */
export const RIGHTS_OF: Record<MemberRole, readonly Right[]> = {
  admin: RIGHTS.filter((right) => right !== 'rules.skip'),
  buyer: [
    'purchase.place',
    'purchase.pay',
    'address.manage',
    'list.write',
    'list.share',
    'part_numbers.manage',
  ],
  approver: ['purchase.approve', 'purchase.read_all', 'list.write'],
  finance: ['purchase.pay', 'purchase.read_all', 'list.write'],
  viewer: ['purchase.read_all', 'list.write'],
};

/** The rights that members of a closed company keep, where their roles have them. */
const READING: readonly Right[] = ['purchase.read_all'];

/** The roles that have a right. */
export const rolesWith = (right: Right): MemberRole[] =>
  MEMBER_ROLES.filter((role) => RIGHTS_OF[role].includes(right));

/** The rights of a person who acts for themselves. */
export const OWN_RIGHTS: readonly Right[] = RIGHTS_OF.admin;

/** Whether a member with these roles has a right. */
export const hasRight = (roles: readonly string[], right: Right): boolean => rightsOf(roles).includes(right);

/**
 * Returns what a member with these roles may do: in a closed company read only, and skip rules where that was given. A role of a later
 * version gives nothing.
 */
export function rightsOf(roles: readonly string[], { isClosed = false, skipsRules = false } = {}): Right[] {
  const given = new Set(roles.flatMap((role) => RIGHTS_OF[role as MemberRole] ?? []));
  if (skipsRules) given.add('rules.skip');
  return (isClosed ? READING : RIGHTS).filter((right) => given.has(right));
}
