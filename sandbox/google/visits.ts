import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import type pg from 'pg';
import { checkTyped, renderAccountPage, type TypedAccount } from './account-page.ts';
import { ENDED, pageHeaders, renderProblem } from './page.ts';
import { findPerson, type Person, savePerson } from './people.ts';
import type { Application, GoogleProvider } from './provider.ts';

export interface VisitOptions {
  /** Loads the library, the first time. */
  open: () => Promise<GoogleProvider>;
  pool: pg.Pool;
  application: Application;
  /** The accounts to pick from, with verified addresses. */
  people: readonly Pick<Person, 'email' | 'name'>[];
  log?: { warn(o: object, m?: string): void } | undefined;
}

/** What a form asks for: to turn back, an account, or to look again at what was typed. */
type Choice = { cancelled: true } | { person: Person } | { typed: TypedAccount };

/** Serves the page on which an account is picked, at `path`. The library knows the visit by its cookie. */
export function mountVisits(app: FastifyInstance, path: string, options: VisitOptions): void {
  const { open, pool, application, people, log } = options;

  const visitOf = async ({ raw }: FastifyRequest, reply: FastifyReply) =>
    (await open()).provider.interactionDetails(raw, reply.raw);

  const signedIn = async ({ session }: Interaction) =>
    session?.accountId === undefined ? undefined : findPerson(pool, session.accountId);

  async function show(reply: FastifyReply, visit: Interaction, typed?: TypedAccount): Promise<FastifyReply> {
    const current = await signedIn(visit);
    const listed = current === undefined || people.some(({ email }) => email === current.email);
    return reply
      .code(typed ? 422 : 200)
      .headers(pageHeaders(new URL(visit.params.redirect_uri).origin))
      .send(
        renderAccountPage({
          applicationName: application.name,
          people: listed ? people : [...people, current],
          current: current?.email,
          ...(typed && { typed, problems: checkTyped(typed) }),
        }),
      );
  }

  async function choiceOf(form: URLSearchParams, visit: Interaction): Promise<Choice> {
    if (form.get('action') === 'cancel') return { cancelled: true };
    const picked = form.get('account');
    if (picked !== null) {
      const person = people.find(({ email }) => email === picked);
      if (person) return { person: { ...person, emailVerified: true } };
      const current = await signedIn(visit);
      if (current?.email === picked) return { person: current };
    }
    const typed = {
      email: (form.get('email') ?? '').trim(),
      name: (form.get('name') ?? '').trim(),
      verified: form.get('verified') === 'yes',
    };
    if (Object.keys(checkTyped(typed)).length > 0) return { typed };
    const { email, name, verified } = typed;
    return { person: { email, name: name || email.split('@')[0]!, emailVerified: verified } };
  }

  /** Ends the visit with an account; answers where the browser goes next. */
  async function signIn({ raw }: FastifyRequest, reply: FastifyReply, visit: Interaction, person: Person) {
    const { provider } = await open();
    const accountId = await savePerson(pool, person);
    const result = { login: { accountId }, select_account: {}, consent: {} };
    const next = await provider.interactionResult(raw, reply.raw, result, { mergeWithLastSubmission: false });
    // Going from one account to another, the library asks to sign out of the first. Google does not.
    const session = visit.session && (await provider.Session.findByUid(visit.session.uid));
    if (session?.accountId !== undefined && session.accountId !== accountId) {
      session.authorizations = {};
      session.loginAccount({ accountId });
      await session.persist();
    }
    return next;
  }

  async function cancel({ raw }: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { provider } = await open();
    const refusal = { error: 'access_denied', error_description: 'The user did not choose an account' };
    return provider.interactionResult(raw, reply.raw, refusal, { mergeWithLastSubmission: false });
  }

  app.get(path, async (request, reply) => show(reply, await visitOf(request, reply)));

  app.post(path, async (request, reply) => {
    const visit = await visitOf(request, reply);
    const choice = await choiceOf(new URLSearchParams(String(request.body ?? '')), visit);
    if ('typed' in choice) return show(reply, visit, choice.typed);
    const next =
      'person' in choice ? await signIn(request, reply, visit, choice.person) : await cancel(request, reply);
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });

  app.setErrorHandler(async (error, request, reply) => {
    const expired = (await open()).isExpired(error);
    if (!expired) log?.warn({ err: error, url: request.url }, 'the Google sandbox failed');
    reply.code(expired ? 400 : 500).headers(pageHeaders());
    return reply.send(renderProblem({ ...(expired ? ENDED : FAILED), application }));
  });
}

const FAILED = { title: 'This did not work', text: 'The sandbox failed. Try again in a moment.' };
