import { readFileSync, statSync } from 'node:fs';

/** Each may stand in a file instead, which the variable of the same name with `_FILE` names. */
const SECRETS = new Set([
  ...['DATABASE_URL', 'AUTH_SECRET', 'AUTH_SECRET_BEFORE', 'BACKUP_KEY', 'METRICS_TOKEN'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'GOOGLE_CLIENT_SECRET', 'SMTP_URL'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'IMAGE_UPLOAD_URL'],
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'],
]);
const MOST_SECRET_BYTES = 64 * 1024;

/** Variables that are missing or wrong. The message names each and says what it is to be, and repeats no secret. */
export class EnvError extends Error {
  override name = 'EnvError';

  constructor(...problems: string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : [`${problems.length} variables are missing or wrong:`, ...problems].join('\n  '),
    );
  }
}

/**
 * The environment while it is read. What is missing or wrong is noted and reading goes on, so that whoever sets a shop up
 * hears of all of it at once.
 */
export class Variables {
  readonly #source: Record<string, string | undefined>;
  readonly #problems: string[] = [];
  /** Secrets that were read from files, by name. */
  readonly #fromFiles = new Map<string, string | undefined>();

  constructor(source: Record<string, string | undefined>) {
    this.#source = source;
  }

  /** A variable's value without spaces around it, a secret's also from its file; undefined when it is empty or not set. */
  get(name: string): string | undefined {
    const text = this.#source[name]?.trim() || undefined;
    const path = SECRETS.has(name) ? this.#source[`${name}_FILE`]?.trim() : undefined;
    if (!path) return text;
    if (!this.#fromFiles.has(name)) {
      if (text !== undefined) this.wrong(`${name} and ${name}_FILE are both set: set one of them`);
      this.#fromFiles.set(name, this.#readSecret(name, path));
    }
    return this.#fromFiles.get(name);
  }

  #readSecret(name: string, path: string): string | undefined {
    // The path is not told: where somebody has set the secret itself, it is the secret.
    try {
      if (statSync(path).size > MOST_SECRET_BYTES)
        return this.wrong(`${name}_FILE names a file that is too large for a secret`);
      return readFileSync(path, 'utf8').trim() || this.wrong(`${name}_FILE names a file that is empty`);
    } catch (error) {
      const { code } = error as { code?: string };
      return this.wrong(
        `${name}_FILE is to be the path of a file with the secret, which cannot be read (${code})`,
      );
    }
  }

  /** Notes what is wrong: a sentence that begins with the variable's name. */
  wrong(problem: string): undefined {
    this.#problems.push(problem);
  }

  /** Notes that a variable is missing, and what it is to be. */
  missing(name: string, wanted: string): undefined {
    return this.wrong(`${name} is missing: ${wanted}`);
  }

  /** Throws an EnvError of everything that was noted. */
  check(): void {
    if (this.#problems.length > 0) throw new EnvError(...this.#problems);
  }

  /** A value that fits, or undefined: noted as wrong, without repeating it, when it is there and does not fit. */
  fitting(name: string, fits: (text: string) => boolean, wanted: string): string | undefined {
    const text = this.get(name);
    if (text === undefined || fits(text)) return text;
    return this.wrong(`${name} is to be ${wanted}`);
  }

  /** The values of variables that are only of use together: undefined when none of them is set. */
  together<const Name extends string>(
    whose: string,
    wanted: Record<Name, string>,
  ): Record<Name, string> | undefined {
    const names = Object.keys(wanted) as Name[];
    const missing = names.filter((name) => this.get(name) === undefined);
    if (missing.length === names.length) return undefined;
    for (const name of missing)
      this.missing(name, `${whose} needs all of ${names.join(', ')}. It is to be ${wanted[name]}`);
    if (missing.length > 0) return undefined;
    return Object.fromEntries(names.map((name) => [name, this.get(name)!])) as Record<Name, string>;
  }

  /** @param or what else the variable may be, for the message */
  wholeNumber(name: string, otherwise: number, min: number, max: number, or = ''): number {
    const text = this.get(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.wrong(`${name} is to be a whole number from ${min} to ${max}${or}, not "${shorten(text)}"`);
    return otherwise;
  }

  flag(name: string, otherwise: boolean): boolean {
    const text = this.get(name);
    if (text === undefined) return otherwise;
    if (['1', 'true', 'on'].includes(text)) return true;
    if (['0', 'false', 'off'].includes(text)) return false;
    this.wrong(`${name} is to be on or off (1 or 0), not "${shorten(text)}"`);
    return otherwise;
  }

  oneOf<T extends string>(name: string, otherwise: T, allowed: readonly T[]): T {
    const text = this.get(name);
    if (text === undefined) return otherwise;
    if (allowed.includes(text as T)) return text as T;
    this.wrong(`${name} is to be one of ${allowed.join(', ')}, not "${shorten(text)}"`);
    return otherwise;
  }
}

/** A value in a message, which is one line. */
function shorten(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > 60 ? `${line.slice(0, 60)}...` : line;
}
