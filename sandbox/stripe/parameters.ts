import { isEmailAddress } from '../email-address.ts';
import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';

/** Throws for a parameter that is not in `names`: unknown to Stripe, or not covered by the sandbox. */
export function allow(params: Params, names: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (!names.includes(name)) {
      throw wrongParameter(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    }
  }
}

/** Returns a string parameter, or undefined when it is missing. */
export function text(params: Params, name: string, maximum = 5000): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw wrongParameter(name, `Invalid string: ${JSON.stringify(value)}`);
  if (value.length > maximum) {
    throw wrongParameter(
      name,
      `Invalid string: ${value.slice(0, 10)}...; must be at most ${maximum} characters`,
    );
  }
  return value;
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined)
    throw wrongParameter(name, `Missing required param: ${name}.`, 'parameter_missing');
  if (value === '') {
    throw wrongParameter(
      name,
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      'parameter_invalid_empty',
    );
  }
  return value;
}

/** Returns an integer parameter, or undefined when it is missing. */
export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw wrongParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
  }
  return Number(value);
}

export function boolean(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw wrongParameter(name, `Invalid boolean: ${value}`);
  return value === 'true';
}

export function oneOf<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = text(params, name);
  if (value === undefined || value === '') return undefined;
  if (!(values as readonly string[]).includes(value)) {
    throw wrongParameter(name, `Invalid ${name}: must be one of ${values.join(', ')}`);
  }
  return value as T;
}

/** Returns a group of parameters (`card[number]`), empty when it is missing. */
export function group(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === '') return Object.create(null) as Params;
  if (typeof value === 'string' || Array.isArray(value)) throw wrongParameter(name, 'Invalid object');
  return value;
}

export function texts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw wrongParameter(name, 'Invalid array', 'parameter_invalid_empty');
  }
  return value as string[];
}

export function email(params: Params, name: string): string | undefined {
  const value = text(params, name, 512);
  if (value && !isEmailAddress(value)) {
    throw wrongParameter(name, `Invalid email address: ${value}`, 'email_invalid');
  }
  return value;
}

/** Returns the metadata after this request: named fields are set, '' removes a field, `metadata=` removes all. */
export function metadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  if (params.metadata === undefined) return before;
  if (params.metadata === '') return {};
  const after = { ...before };
  for (const [name, value] of Object.entries(group(params, 'metadata'))) {
    const param = `metadata[${name}]`;
    if (typeof value !== 'string') throw wrongParameter(param, 'Metadata values must be strings.');
    if (name.length > 40) {
      throw wrongParameter(param, `Metadata keys can have up to 40 characters: ${name.slice(0, 40)}...`);
    }
    if (value.length > 500) {
      throw wrongParameter(
        param,
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      );
    }
    if (value === '') delete after[name];
    else after[name] = value;
  }
  if (Object.keys(after).length > 50) throw wrongParameter('metadata', 'Metadata can have up to 50 keys.');
  return after;
}
