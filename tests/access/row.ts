import type { CallName } from '#contract/api.ts';
import type { Till } from '../fixtures/payments.ts';
import type { TestShop } from '../testing.ts';
import type { Cast } from './callers.ts';

/** The shop that the matrix is tried in. */
export interface Stage extends Cast {
  shop: TestShop;
  till: Till;
}

/** A request that succeeds for whoever may make it. */
export interface Sound {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** What is refused: by a problem with this code, or by this body. */
export type Refusal = [status: number, answer: string | object];

/** Makes what a call is about, all of it the customer's. Where the call will be refused, nothing needs to be `paid`. */
type Arrange = (stage: Stage, admitted: boolean) => Promise<Sound> | Sound;

/**
 * Who may make a call, and what everybody else gets. Written down by hand, and never derived from the contract's policy,
 * which would then be compared with itself.
 */
export type Row = {
  /** Where a call has several rows: what this one is about. */
  about?: string;
  /** What callers prove themselves by. */
  by?: 'bearer' | 'cookie';
} & (
  | { who: 'anyone' | 'the provider' | 'admins' | 'everyone signed in'; arrange?: Arrange }
  | {
      /** Of whom the customer is the owner of what is arranged. */
      who: 'the owner' | 'the owner and admins';
      arrange: Arrange;
      /** What other people get, who are signed in. */
      others: Refusal;
    }
);

/** The rows of a noun's calls. */
export type Rows<N extends CallName> = Record<N, Row | Row[]>;

export const NOT_FOUND: Refusal = [404, 'not_found'];
export const FORBIDDEN: Refusal = [403, 'forbidden'];
