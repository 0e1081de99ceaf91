import { adminsOnly, type Own, ownOrAll, type SessionHolder } from '../kernel/reach.ts';

const ownSession = ({ userId, email }: SessionHolder): Own => ({ userId, email, buyerId: userId });

export const accountPolicy = {
  'account.exchange': ownSession,
  /** Name, password, address and sessions. */
  'account.manage': ownSession,
  'account.readRole': ownOrAll,
  'account.list': adminsOnly,
  'account.changeRole': adminsOnly,
  /** Keep somebody from ordering. */
  'account.block': adminsOnly,
  'account.remove': adminsOnly,
  /** The second factor of somebody else. */
  'account.removeFactor': adminsOnly,
};
