/** The states of a company, and how the shop's staff change them. Without schemas, because browsers load it. */

/** `waiting`: for the shop's approval. `held`: nothing is ordered, and nothing that it has ordered approved, paid or changed. `closed`: for good; its members read what it has ordered. */
export const COMPANY_STATES = ['active', 'waiting', 'held', 'closed'] as const;
export type CompanyState = (typeof COMPANY_STATES)[number];

/**
 * The states in which staff make a change. A held company is blocked again for another reason. What is taken back gives the
 * state beneath: a company that was held when it was closed is held once it is reopened.
 */
const FROM = {
  approve: ['waiting'],
  block: ['active', 'waiting', 'held'],
  unblock: ['held'],
  close: ['active', 'waiting', 'held'],
  reopen: ['closed'],
} as const satisfies Record<string, readonly CompanyState[]>;
export type StateChange = keyof typeof FROM;

/** Returns whether staff can make a change of a company in this state; otherwise it changes nothing. */
export const mayChangeState = (state: CompanyState, change: StateChange): boolean =>
  (FROM[change] as readonly CompanyState[]).includes(state);
