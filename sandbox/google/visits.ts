import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { pageHeaders } from '../page.ts';
import { checkTyped, renderAccountPage, type TypedAccount } from './account-page.ts';
import { giveCode } from './codes.ts';
import { renderProblem } from './page.ts';
import { type Person, savePerson } from './people.ts';
import { type Application, answerTo, readRequest, type SignInRequest } from './requests.ts';

export interface VisitOptions {
  pool: pg.Pool;
  issuer: string;
  clientId: string;
  application: Application;
  /** The accounts to choose from, with verified addresses. */
  people: readonly Pick<Person, 'email' | 'name'>[];
  log?: { warn(o: object, m?: string): void } | undefined;
}

/** The result of a submitted form: cancelled, an account, or typed fields with errors. */
type Choice = { cancelled: true } | { person: Person } | { typed: TypedAccount };

/**
 * Mounts the account page. Its address contains the whole request, so it survives a restart. It needs
 * no session: anyone may choose any account, and the application's `state` ties the response to the browser.
 */
export function mountVisits(app: FastifyInstance, path: string, options: VisitOptions): void {
  const { pool, issuer, clientId, application, people, log } = options;

  app.route({
    method: ['GET', 'POST'],
    url: path,
    async handler({ method, url, body }, reply) {
      const asked = readRequest(new URL(url, issuer).searchParams, clientId, application);
      if ('error' in asked) {
        const { error, detail, back } = asked;
        if (back) return goTo(reply, answerTo(back, issuer, { error, error_description: detail }));
        reply.code(400).headers(pageHeaders("form-action 'none'"));
        return reply.send(renderProblem({ ...REFUSED, detail: `${error}: ${detail}`, application }));
      }
      if (method !== 'POST') return show(reply, asked);
      const choice = choiceOf(new URLSearchParams(String(body ?? '')));
      if ('typed' in choice) return show(reply, asked, choice.typed);
      const answer = 'person' in choice ? { code: await signIn(asked, choice.person) } : TURNED_BACK;
      return goTo(reply, answerTo(asked, issuer, answer));
    },
  });

  app.setErrorHandler(async (error, request, reply) => {
    log?.warn({ err: error, url: request.url }, 'the Google sandbox failed');
    return reply
      .code(500)
      .headers(pageHeaders("form-action 'none'"))
      .send(renderProblem({ ...FAILED, application }));
  });

  function show(reply: FastifyReply, { redirectUri }: SignInRequest, typed?: TypedAccount): FastifyReply {
    // A browser applies form-action to the redirect after a sent form as well, which leads to the application.
    const formAction = `form-action 'self' ${new URL(redirectUri).origin}`;
    reply.code(typed ? 422 : 200).headers(pageHeaders(formAction));
    return reply.send(
      renderAccountPage({
        applicationName: application.name,
        people,
        ...(typed && { typed, problems: checkTyped(typed) }),
      }),
    );
  }

  function choiceOf(form: URLSearchParams): Choice {
    if (form.get('action') === 'cancel') return { cancelled: true };
    const person = people.find(({ email }) => email === form.get('account'));
    if (person) return { person: { ...person, emailVerified: true } };
    const typed = {
      email: (form.get('email') ?? '').trim(),
      name: (form.get('name') ?? '').trim(),
      verified: form.get('verified') === 'yes',
    };
    if (Object.keys(checkTyped(typed)).length > 0) return { typed };
    const { email, name, verified } = typed;
    return { person: { email, name: name || email.split('@')[0]!, emailVerified: verified } };
  }

  async function signIn(request: SignInRequest, person: Person): Promise<string> {
    return giveCode(pool, { sub: await savePerson(pool, person), request });
  }
}

function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303);
}

const TURNED_BACK = { error: 'access_denied', error_description: 'The user did not choose an account' };
const REFUSED = {
  title: 'This request cannot be answered',
  text: 'The application asked for a sign-in in a way that is not allowed.',
};
const FAILED = { title: 'This did not work', text: 'The sandbox failed. Try again in a moment.' };
