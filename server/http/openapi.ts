import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { ProblemSchema } from '#contract/problem.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every call, made from the contract. `sessionCookie` is the name of that cookie here. */
export function describeApi(version: string, sessionCookie: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(api) as [string, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Northbridge',
      version,
      description:
        'Every call of the shop. Sign in at /api/auth, exchange the session by PUT /user/{email} for an accessToken, and send it as a bearer. Errors are RFC 9457 problems.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemSchema, 'output') },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, where it is set' },
        signature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
      },
    },
  };
}

function describeCall(name: string, call: Call): Json {
  const description: Json = {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1] ?? ''],
    parameters: [...pathParameters(call), ...queryParameters(call), ...idempotencyParameter(call)],
    security: SECURITY[call.access],
    responses: {
      [call.status ?? (call.method === 'POST' ? 201 : 200)]: describeOutput(call),
      default: {
        description: 'What went wrong',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
  const body = describeBody(call);
  if (body) description.requestBody = { required: true, content: body };
  return description;
}

const SECURITY: Record<Call['access'], Json[]> = {
  public: [],
  session: [{ session: [] }],
  user: [{ accessToken: [] }],
  owner: [{ accessToken: [] }],
  own: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
  provider: [{ signature: [] }],
  monitor: [{ metricsToken: [] }],
};

function pathParameters(call: Call): Json[] {
  return [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(call: Call): Json[] {
  if (!call.query) return [];
  const { properties = {} } = schemaOf(call.query, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function idempotencyParameter(call: Call): Json[] {
  return call.creates
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
    : [];
}

function describeBody(call: Call): Json | undefined {
  if (call.body === undefined) return undefined;
  if (call.body === 'raw') return { 'application/json': { schema: {} } };
  if (call.body === 'multipart') {
    const image = { type: 'string', contentMediaType: 'image/*' };
    return {
      'multipart/form-data': { schema: { type: 'object', required: ['image'], properties: { image } } },
    };
  }
  return { 'application/json': { schema: schemaOf(call.body, 'input') } };
}

function describeOutput(call: Call): Json {
  if (call.output === 'bytes') return { description: 'The file', content: { 'image/*': {} } };
  if (call.output === 'text') return { description: 'Text', content: { 'text/plain': {} } };
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(call.output, 'output') } },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
