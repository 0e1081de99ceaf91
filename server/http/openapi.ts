import { z } from 'zod';
import { api } from '#contract/api.ts';
import { type Admission, type Call, statusOf, TAGS } from '#contract/kernel/call.ts';
import { IdempotencyKeySchema } from '#contract/kernel/fields.ts';
import { KEY_HOURS } from '#contract/kernel/idempotency.ts';
import { ProblemSchema, type ProblemStatus, problemParams, problems } from '#contract/kernel/problem.ts';
import type { Proof } from '#contract/kernel/reach.ts';
import { byStatus, isClosedTo, reachesOf, refusalsOf } from '#contract/kernel/refusals.ts';
import { PAGE_SECTIONS, SECTIONS } from '#contract/settings/schema.ts';
import {
  type SignInCall,
  type SignInCode,
  SignInErrorSchema,
  signIn,
  signInProblems,
} from '#contract/sign-in.ts';
import { describeSchemas, type Json, refTo, schemaOf } from './openapi-schemas.ts';

/** The OpenAPI 3.1 document of every call of a shop, made from the contract. `sessionCookie` is the name of that cookie here. */
export function describeApi(version: string, license: string, sessionCookie: string, shop: Named): Json {
  const shopCalls = Object.entries(api) as [string, Call][];
  const signInCalls = Object.entries(signIn) as [string, SignInCall][];
  const paths: Record<string, Json> = {};
  const add = (call: Pick<Call, 'path' | 'method'>, operation: Json) => {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation };
  };
  for (const [name, call] of signInCalls) add(call, describeCall(name, call, signInRefusals(call)));
  for (const [name, call] of shopCalls) add(call, describeCall(name, call, shopRefusals(call)));
  const bodies = [...shopCalls, ...signInCalls].flatMap(([, { body }]) =>
    body instanceof z.ZodType ? [body] : [],
  );
  const document = {
    openapi: '3.1.0',
    info: { version, description: ABOUT, license: { name: license, identifier: license } },
    servers: [{ url: '/', description: 'The shop that this document comes from' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: describeSchemas(new Set(bodies)),
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: { Other: OTHER },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'From PUT /user/{email}.' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
        signature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, where one is set.' },
      },
    },
  };
  return inNameOf(document, shop);
}

/** Whose document it is. */
export interface Named {
  name: string;
  email: string;
}

/** Returns the document as a shop of this name has it. */
export function inNameOf(document: Json, { name, email }: Named): Json {
  return { ...document, info: { ...(document.info as Json), title: name, contact: { name, email } } };
}

const ABOUT = `Every call of the shop. Sign in below /api/auth, exchange the session by PUT /user/{email} for an accessToken,
and send it as a bearer. Errors are RFC 9457 problems: decide by \`code\`. Repeat what was answered by 429 or 503 after
\`Retry-After\`, with the same \`Idempotency-Key\`. Unknown fields are ignored, except where a call refuses them as \`unknown_field\`; no field is coerced.`;

const HEADERS = {
  'X-Total-Count': {
    description:
      'How many entries the whole list has. Left out for as long as a very long list is being counted.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'The address of the next page, with `rel="next"`. Left out at the end of the list.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

const PARAMETERS = {
  Origin: {
    name: 'Origin',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uri' },
    description: 'The shop’s own origin, such as `http://localhost:3000`. Browsers send it by themselves.',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `The same key with the same request gets the same answer for ${KEY_HOURS} hours, however often it is sent.`,
    schema: schemaOf(IdempotencyKeySchema, 'input'),
  },
};

/** Statuses that every call may answer and that do not depend on it. */
const OTHER_STATUSES: ReadonlySet<number> = new Set<ProblemStatus>([408, 414, 431, 500]);
const OTHER = {
  description: 'A request that cannot be read or takes too long, or something wrong on the side of the shop',
  content: { 'application/problem+json': { schema: schemaOf(ProblemSchema, 'output') } },
};

const SECURITY: Record<Proof, Json[]> = {
  bearer: [{ accessToken: [] }],
  cookie: [{ session: [] }],
  signature: [{ signature: [] }],
  monitor: [{ metricsToken: [] }],
};

const WHO: Record<Exclude<Proof, 'bearer'>, string> = {
  cookie: 'For whoever holds the session’s cookie.',
  signature: 'For the payment provider.',
  monitor: 'For monitors.',
};

/** Who may make a call, as its rule says. */
function whoMay(call: Admission): string {
  if (call.may === 'anyone') return 'For everyone.';
  if (call.proof !== undefined && call.proof !== 'bearer') return WHO[call.proof];
  const isForAdmins = isClosedTo('staff', call);
  if (isClosedTo('customer', call)) return isForAdmins ? 'For admins.' : 'For staff and admins.';
  const { staff, admin } = reachesOf(call) ?? {};
  const most = staff === 'all' ? 'staff and admins' : 'admins';
  const aboutAll = admin === 'all' ? `; for ${most} about everything` : '';
  return `For everyone who is signed in, about what is theirs${aboutAll}.`;
}

/** An operation without the responses that refuse it, which are given. */
function describeCall(operationId: string, call: Call | SignInCall, refusals: Json): Json {
  const isList = call.query instanceof z.ZodObject && 'limit' in call.query.shape;
  const listed = 'listed' in call ? call.listed : undefined;
  const headers = [isList && 'X-Total-Count', listed !== undefined && 'Link'].filter(
    (name) => name !== false,
  );
  const needsOrigin = call.method !== 'GET' && (call.tag === 'Signing in' || call.proof === 'cookie');
  const notes = [
    whoMay(call),
    isList &&
      (listed === undefined
        ? '`limit` and `after` page through the list; without them it is answered as a whole.'
        : `\`limit\` and \`after\` page through the list; without a \`limit\` it has ${listed} entries, and \`Link\` leads to the next ones.`),
    call.csv && 'Answers CSV where a client prefers `text/csv`.',
  ];
  const body = describeBody(call);
  return {
    operationId,
    tags: [call.tag],
    summary: call.summary,
    description: notes.filter(Boolean).join(' '),
    security: call.may === 'anyone' ? [] : SECURITY[call.proof ?? 'bearer'],
    parameters: [
      ...pathParameters(call),
      ...queryParameters(call),
      ...(needsOrigin ? [refTo('parameters', 'Origin')] : []),
      ...(call.creates ? [refTo('parameters', 'Idempotency-Key')] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [statusOf(call as Call)]: {
        description: 'Done',
        ...(headers.length > 0 && {
          headers: Object.fromEntries(headers.map((name) => [name, refTo('headers', name)])),
        }),
        content: describeOutput(call),
      },
      ...refusals,
      default: refTo('responses', 'Other'),
    },
  };
}

/** Parts of a path, by name: what each stands for. */
const PARTS: Record<string, Json> = {
  id: { schema: { type: 'string', format: 'uuid' }, description: 'The `_id`.' },
  userId: { schema: { type: 'string', format: 'uuid' }, description: 'The `userId` of a member.' },
  invitationId: { schema: { type: 'string', format: 'uuid' }, description: 'The `_id` of an invitation.' },
  budgetId: { schema: { type: 'string', format: 'uuid' }, description: 'The `_id` of a budget.' },
  changeId: { schema: { type: 'string', format: 'uuid' }, description: 'The `_id` of a change.' },
  slug: {
    schema: { type: 'string' },
    description: 'The name of a category in addresses, such as `power-supplies`.',
  },
  sku: {
    schema: { type: 'string' },
    description: 'The SKU of a product, in any case of letters, with `~` for a slash.',
  },
  email: { schema: { type: 'string', format: 'email' }, description: 'An email address, in lower case.' },
  name: { schema: { type: 'string' }, description: 'The last part of the address.' },
  number: { schema: { type: 'string' }, description: 'The number, as it is shown.' },
  nth: { schema: { type: 'integer', minimum: 1 }, description: 'Which one it is, counted from 1.' },
  section: { schema: { type: 'string', enum: SECTIONS }, description: 'A section of the settings.' },
  page: {
    schema: { type: 'string', enum: PAGE_SECTIONS },
    description: 'A page whose words the owner of the shop sets.',
  },
};

function pathParameters({ path }: Pick<Call, 'path'>): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...PARTS[name!],
  }));
}

/** A query's values are texts: described is what they stand for. */
function queryParameters({ query }: Pick<Call, 'query'>): Json[] {
  if (!query) return [];
  const {
    properties = {},
    required = [],
    patternProperties,
  } = schemaOf(query, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
    patternProperties?: Json;
  };
  const named = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  if (!patternProperties) return named;
  const facets = {
    name: 'f',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description:
      'An attribute by its key, as `f.<key>`: values separated by commas, `f.form=SO-DIMM,UDIMM`, or for a number also a range, `f.capacity=16..64`. GET /facets names the keys.',
    schema: { type: 'object', patternProperties, additionalProperties: false },
  };
  return [...named, facets];
}

function describeBody({
  body,
  file = 'image',
  fields,
  orJson,
}: Pick<Call, 'body' | 'file' | 'fields' | 'orJson'>): Json | undefined {
  if (body === undefined) return undefined;
  if (body === 'raw') return { 'application/json': { schema: { type: 'object' } } };
  if (body === 'multipart') {
    const others = fields ? (schemaOf(fields, 'input') as { properties?: Json }).properties : {};
    const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
    const properties = { [file]: bytes, ...others };
    return {
      'multipart/form-data': { schema: { type: 'object', required: [file], properties } },
      ...(orJson && { 'application/json': { schema: schemaOf(orJson, 'input') } }),
    };
  }
  return { 'application/json': { schema: schemaOf(body, 'input') } };
}

const PICTURES = ['image/webp', 'image/avif'];

function describeOutput({ output, csv, media = PICTURES }: Pick<Call, 'output' | 'csv' | 'media'>): Json {
  if (output === 'bytes') return Object.fromEntries(media.map((type) => [type, {}]));
  if (output === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  return {
    'application/json': { schema: schemaOf(output, 'output') },
    ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
  };
}

function shopRefusals(call: Call): Json {
  const refusals: Json = {};
  for (const [status, codes] of byStatus(refusalsOf(call))) {
    if (OTHER_STATUSES.has(status)) continue;
    const code = { enum: codes };
    const content = call.errorBody
      ? { 'application/json': { schema: narrowed('UploadError', { error: { properties: { code } } }) } }
      : { 'application/problem+json': { schema: narrowed('Problem', { code }) } };
    refusals[status] = refusal(status, codes, problems[status], content);
  }
  return refusals;
}

function signInRefusals({ codes }: SignInCall): Json {
  const refusals: Json = {};
  for (const [status, ofStatus] of Object.entries(signInProblems)) {
    const some = (Object.keys(ofStatus) as SignInCode[]).filter((code) => codes.has(code));
    const content = { 'application/json': { schema: schemaOf(SignInErrorSchema, 'output') } };
    if (some.length > 0) refusals[status] = refusal(Number(status), some, ofStatus, content);
  }
  return refusals;
}

/** A named schema of which some properties are known better. */
function narrowed(name: string, properties: Json): Json {
  return { allOf: [refTo('schemas', name), { type: 'object', properties }] };
}

function refusal(status: number, codes: string[], meanings: Record<string, string>, content: Json): Json {
  const tellsWhen = status === 429 || status === 503;
  return {
    description: codes.map((code) => `- \`${code}\`: ${meanings[code]}${paramsNote(code)}`).join('\n'),
    ...(tellsWhen && { headers: { 'Retry-After': refTo('headers', 'Retry-After') } }),
    content,
  };
}

/** The names of what a problem with this code tells in `params`. */
function paramsNote(code: string): string {
  const shape = (problemParams as Partial<Record<string, z.ZodObject>>)[code]?.shape;
  if (!shape) return '';
  return ` \`params\`: ${Object.keys(shape)
    .map((name) => `\`${name}\``)
    .join(', ')}.`;
}
