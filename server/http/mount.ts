import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { api, type CallName, callNames } from '#contract/api.ts';
import { type Call, type Method, statusOf } from '#contract/kernel/call.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { IdempotencyKeySchema, isStorable } from '#contract/kernel/fields.ts';
import { isForCompany } from '#contract/kernel/reach.ts';
import { type ActionBy, can } from '#contract/policy.ts';
import { Answer, isBytes } from '../ground/handling/answer.ts';
import type { Authentication, Principal, ProvenPerson } from '../ground/handling/authentication.ts';
import { toFieldErrors } from '../ground/handling/field-errors.ts';
import {
  ConfirmingHandler,
  type Handler,
  type Handlers,
  type Input,
  type SignedCall,
  SignedHandler,
} from '../ground/handling/handler.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import type { Traffic } from '../ground/limits/traffic.ts';
import { type Admitted, admit, admitLast } from './access.ts';
import { requireSameOrigin } from './origin.ts';
import type { Replay } from './replay.ts';
import { sendBytes } from './send.ts';
import { takeSignedBodies } from './signed-body.ts';

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's call, for logs and metrics. */
    call?: CallName;
  }
}

/**
 * Mounts every call of the contract. A request goes: limits of traffic, same origin, access (before its body is even
 * read), input parsed, handler, output checked. It knows no noun of the shop.
 */
export function mountApi(
  app: FastifyInstance,
  handlers: Handlers,
  authentication: Authentication,
  traffic: Traffic,
  replay: Replay,
): void {
  takeOnlyJson(app);
  const paths = new Map<string, Set<Method>>();
  for (const name of callNames) {
    const call: Call = api[name];
    paths.set(call.path, (paths.get(call.path) ?? new Set()).add(call.method));
    const handler = handlers[name];
    if (handler instanceof SignedHandler)
      app.register(async (scope) => mountSigned(scope, name as SignedCall, handler));
    else if ('orJson' in api[name])
      app.register(async (scope) => {
        leaveJsonUnparsed(scope);
        mountCall(scope, name, handler, authentication, traffic, replay);
      });
    else mountCall(app, name, handler, authentication, traffic, replay);
  }
  for (const [path, methods] of paths) refuseOtherMethods(app, path, methods);
}

function mountCall(
  app: FastifyInstance,
  name: CallName,
  handler: Exclude<Handlers[CallName], SignedHandler<SignedCall>>,
  authentication: Authentication,
  traffic: Traffic,
  replay: Replay,
): void {
  const call: Call = api[name];
  const confirms = handler instanceof ConfirmingHandler;
  const handle = (confirms ? handler.handle : handler) as Handler<CallName>;
  const admissions = new WeakMap<FastifyRequest, Admitted>();
  const admitted = (request: FastifyRequest) => traffic.run(name, () => admit(call, request, authentication));

  /** Authenticates the caller again before a refusal is explained: an ended session gets 401 and learns nothing else. */
  async function refuseConfirmed(error: Error, request: FastifyRequest): Promise<never> {
    const isShed = error instanceof Problem && error.status === 503;
    // What was refused before anybody was admitted costs no look at the database.
    if (admissions.has(request) && !isShed) await admitted(request);
    throw error;
  }

  app.route({
    method: call.method,
    url: call.path,
    config: { call: name },
    ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
    ...(confirms && { errorHandler: refuseConfirmed }),
    async onRequest(request) {
      traffic.arrive(name, request);
      requireSameOrigin(request);
      const last = confirms ? admitLast(call, request, authentication) : undefined;
      const admission = last ?? (await admitted(request));
      admissions.set(request, admission);
      await traffic.count(name, request, admission.caller);
    },
    async handler(request, reply) {
      requireMediaType(call, request);
      requireStorable(request.params);
      requireFew(call, request.body);
      const admission = admissions.get(request)!;
      const input = {
        params: request.params,
        query: parse(call.query, request.query, {}),
        body: parse(call.body, request.body),
        ...admission,
        can: (action: ActionBy<'bearer'>) => isPerson(admission.caller) && can(admission.caller, action),
        idempotencyKey: call.creates ? keyFor(admission.caller, idempotencyKey(request)) : undefined,
        rest: (wait: () => Promise<unknown>) => traffic.rest(name, wait),
        request,
      };
      const result = await traffic.run(name, () => handle(input as Input<CallName>));
      return send(request, reply, name, result, replay);
    },
  });
}

/** A client's key is its own for each buyer that somebody acts for: what was made for one is not answered for another. */
function keyFor(caller: Principal, key: string | undefined): string | undefined {
  return key !== undefined && isPerson(caller) && isForCompany(caller) ? `${caller.buyerId} ${key}` : key;
}

function isPerson(caller: Principal): caller is ProvenPerson {
  return caller?.kind === 'person';
}

/** A call whose proof is a signature over the very bytes of its body. */
function mountSigned(
  scope: FastifyInstance,
  name: SignedCall,
  { handle, mayBeSigned }: SignedHandler<SignedCall>,
): void {
  const call: Call = api[name];
  takeSignedBodies(scope, mayBeSigned);
  scope.route({
    method: call.method,
    url: call.path,
    config: { call: name },
    async handler(request, reply) {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const input: unknown = { params: request.params, query: {}, body, request };
      return send(request, reply, name, await handle(input as Input<SignedCall>));
    },
  });
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CallName,
  result: unknown,
  replay?: Replay,
): Promise<FastifyReply> {
  const call: Call = api[name];
  const answer: Answer<unknown> = result instanceof Answer ? result : new Answer(result, {});
  if (isBytes(answer.body)) return sendBytes(request, reply, answer as Answer, name, replay);
  // Parsing the output drops what the contract does not list: no column can leak.
  const checked = (call.output as z.ZodType).parse(answer.body);
  reply.code(answer.status ?? statusOf(call)).headers({ 'cache-control': 'no-store', ...answer.headers });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(checked));
}

/** Multipart bodies are read by the call that takes them; everywhere else they are the wrong type. */
function requireMediaType(call: Call, request: FastifyRequest): void {
  const isMultipart = request.headers['content-type']?.startsWith('multipart/') ?? false;
  if (!isMultipart && call.orJson) return;
  if (isMultipart !== (call.body === 'multipart')) {
    const wanted = call.body === 'multipart' ? 'multipart/form-data' : 'application/json';
    throw new Problem('unsupported_media_type', { wanted });
  }
}

/** Before anything looks at the entries. */
function requireFew({ most = {} }: Call, body: unknown): void {
  for (const [field, bound] of Object.entries(most)) {
    const list: unknown = (body as Record<string, unknown> | null | undefined)?.[field];
    if (Array.isArray(list) && list.length > bound)
      throw new Problem('too_many_entries', { field, most: bound });
  }
}

function parse(schema: Call['query'] | Call['body'], value: unknown, whenMissing?: object): unknown {
  if (!(schema instanceof z.ZodType)) return value;
  const parsed = schema.safeParse(value ?? whenMissing);
  if (parsed.success) {
    requireStorable(parsed.data);
    return parsed.data;
  }
  const errors = toFieldErrors(parsed.error);
  if (errors[0]?.field === '' && !errors[0].code && !whenMissing) errors[0] = fieldError('', 'no_body');
  throw invalidInput(errors);
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const parsed = IdempotencyKeySchema.safeParse(key);
  if (parsed.success) return parsed.data;
  throw invalidInput([fieldError('Idempotency-Key', 'idempotency_key')]);
}

/** Hands the bytes of a JSON body to the handler, which bounds them: parsing a large one would keep the event loop busy. */
function leaveJsonUnparsed(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', (_, payload, done) => done(null, payload));
}

/**
 * Fastify reads text by itself, as a string: no call takes one. Clients of the specification announce JSON on PUT and DELETE and
 * send nothing: that is no body, not a broken one.
 */
function takeOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (isDeep(body as string)) done(new Problem('invalid_json'));
    else parseJson(request, body as string, done);
  });
}

/** Far more than a call's body has. Megabytes of brackets within brackets would take seconds to parse. */
const MOST_DEPTH = 32;

/** Whether JSON has more levels than any body. */
function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += Number(sign === '\\');
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

function refuseOtherMethods(app: FastifyInstance, path: string, allowed: Set<Method>): void {
  const allow = [...allowed].join(', ');
  app.route({
    method: METHODS.filter((method) => !allowed.has(method)),
    url: path,
    onRequest() {
      throw new Problem('method_not_allowed', { allowed: allow }, { headers: { allow } });
    },
    handler() {},
  });
}

/**
 * Refuses input that holds text which PostgreSQL cannot store, in any field: searching for it would fail as much as storing
 * it. Throws 400.
 */
function requireStorable(input: unknown): void {
  const fields = [...unstorableFields(input)];
  if (fields.length > 0) throw invalidInput(fields.map((field) => fieldError(field, 'unstorable')));
}

function* unstorableFields(value: unknown, path: string[] = []): Generator<string> {
  if (typeof value === 'string' && !isStorable(value)) yield path.join('.');
  // What a schema let through has no more depth than the schema.
  else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [name, inner] of Object.entries(value)) yield* unstorableFields(inner, [...path, name]);
  }
}
