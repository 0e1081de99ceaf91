import type { FastifyRequest } from 'fastify';
import type { Monitor, Person } from '#contract/kernel/reach.ts';
import type { Caller, ProviderSession } from './handler.ts';

/** A caller with the role that the rules look at. */
export type ProvenPerson = Caller &
  Person & {
    /** Whether the session has proven a second factor a short time ago, where the person has one. */
    factor: 'none' | 'recent' | 'old';
  };

/** Whoever is asking, by any proof but a signature; undefined when nobody is proven. */
export type Principal = ProvenPerson | ProviderSession | Monitor | undefined;

/** How to find out who is asking. What is read afresh is undefined when nobody is proven, and throws when it cannot tell. */
export interface Authentication {
  /** @param isUse whether somebody uses the session: what a page sends by itself does not keep it open */
  callerOf(token: string, isUse: boolean): Promise<ProvenPerson | undefined>;
  /** Who the token stood for a moment ago, if anybody asked then. It may have ended since. */
  lastCallerOf(token: string): ProvenPerson | undefined;
  sessionOf(request: FastifyRequest): Promise<ProviderSession | undefined>;
  isMonitor(request: FastifyRequest): boolean;
}

/** The bearer of a request. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
