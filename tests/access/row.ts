import type { CallName } from '#contract/api.ts';
import type { Till } from '../fixtures/payments.ts';
import type { TestShop } from '../testing.ts';
import type { Cast } from './callers.ts';

/** The shop that the matrix runs against. */
export interface Stage extends Cast {
  shop: TestShop;
  till: Till;
}

/** A request that succeeds for an allowed caller. */
export interface Sound {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** The expected refusal: a problem with this code, or this body. */
export type Refusal = [status: number, answer: string | object];

/** Creates the objects that a call acts on, owned by the customer. For a call that is refused nothing needs to be `paid`. */
type Arrange = (stage: Stage, admitted: boolean) => Promise<Sound> | Sound;

/**
 * Who may make a call, and what all others get: what staff may, admins may, too. Written by hand, and never derived from the contract's policy,
 * which would then be compared with itself.
 */
export type Row = {
  /** Distinguishes the rows of a call that has several. */
  about?: string;
  /** The kind of credentials of the call. */
  by?: 'bearer' | 'cookie';
  /** Staff make the call, and are refused by what its body says, which is read first. */
  staffByBody?: true;
} & (
  | { who: 'anyone' | 'the provider' | 'admins' | 'staff' | 'everyone signed in'; arrange?: Arrange }
  | {
      /** The expected results; the customer owns the objects. */
      who: 'the owner' | 'the owner and admins' | 'the owner and staff';
      arrange: Arrange;
      /** The result for other people who are signed in. */
      others: Refusal;
    }
);

/** The rows of the calls of one noun. */
export type Rows<N extends CallName> = Record<N, Row | Row[]>;

export const NOT_FOUND: Refusal = [404, 'not_found'];
export const FORBIDDEN: Refusal = [403, 'forbidden'];
