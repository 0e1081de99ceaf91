import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/call.ts';
import type { Caller, ProviderSession } from './handler.ts';
import { forbidden, unauthorized } from './problem.ts';

/** How to find out who is asking. What is read afresh is undefined when nobody is proven, and throws when it cannot tell. */
export interface Authentication {
  callerOf(token: string): Promise<Caller | undefined>;
  /** Who the token stood for a moment ago, if anybody asked then. It may have ended since. */
  lastCallerOf(token: string): Caller | undefined;
  sessionOf(request: FastifyRequest): Promise<ProviderSession | undefined>;
  isMonitor(request: FastifyRequest): boolean;
}

/** Lets a request through to a call of this access level and answers who it is, or throws 401 or 403. */
export async function admit(
  access: Access,
  request: FastifyRequest,
  authentication: Authentication,
): Promise<Caller | ProviderSession | undefined> {
  switch (access) {
    case 'provider':
      return undefined;
    case 'monitor':
      if (!authentication.isMonitor(request)) throw unauthorized('Metrics are for monitors only.');
      return undefined;
    case 'public':
      return readCaller(request, authentication);
    case 'session': {
      const session = await authentication.sessionOf(request);
      if (!session) throw unauthorized();
      return session;
    }
    case 'user':
    case 'owner':
    case 'self':
    case 'admin': {
      const caller = await readCaller(request, authentication);
      if (!caller) throw unauthorized();
      // The handler's query then finds no other person's rows, not even for an admin.
      if (access === 'self') return { ...caller, role: 'customer' };
      if (access === 'admin' && caller.role !== 'admin') throw forbidden('Only an admin may do this.');
      return caller;
    }
  }
}

async function readCaller(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<Caller | undefined> {
  const token = tokenOf(request);
  return token ? authentication.callerOf(token) : undefined;
}

/** Who was behind the request's token a moment ago: for a call that any of them may make, and that confirms it itself. */
export function recallCaller(request: FastifyRequest, authentication: Authentication): Caller | undefined {
  const token = tokenOf(request);
  return token ? authentication.lastCallerOf(token) : undefined;
}

/** The bearer of a request. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
