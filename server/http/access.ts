import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/api.ts';
import type { Caller, ProviderSession } from './handler.ts';
import { forbidden, unauthorized } from './problem.ts';

/** How to find out who is asking. Both answer undefined when nobody is proven, and throw when they cannot tell. */
export interface Authentication {
  callerOf(token: string): Promise<Caller | undefined>;
  sessionOf(request: FastifyRequest): Promise<ProviderSession | undefined>;
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
    case 'public':
      return readCaller(request, authentication);
    case 'session': {
      const session = await authentication.sessionOf(request);
      if (!session) throw unauthorized();
      return session;
    }
    case 'user':
    case 'owner':
    case 'admin': {
      const caller = await readCaller(request, authentication);
      if (!caller) throw unauthorized();
      if (access === 'admin' && caller.role !== 'admin') throw forbidden('Only an admin may do this.');
      return caller;
    }
  }
}

async function readCaller(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<Caller | undefined> {
  const token = /^Bearer ([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token ? authentication.callerOf(token) : undefined;
}
