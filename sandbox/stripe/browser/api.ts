import type { FieldError } from './card-input.ts';

/** The fields of an intent that the scripts use. */
export interface BrowserIntent {
  id: string;
  client_secret: string;
  status: string;
  last_payment_error: ApiError | null;
  next_action: {
    use_stripe_sdk?: { source: string; stripe_js: string };
    redirect_to_url?: { url: string };
  } | null;
}

export interface ApiError {
  type: string;
  code?: string;
  message?: string;
  payment_intent?: BrowserIntent;
}

export type Result<T> = ({ error?: undefined } & T) | { error: ApiError | FieldError };
export type Form = { [name: string]: string | Form | undefined };

/** The API's origin, which served this script. */
const apiOrigin = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).origin;

/** Calls the API with the publishable key. Returns errors, never throws them. */
export async function callApi<T extends object>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  form: Form,
): Promise<Result<{ answer: T }>> {
  const fields = new URLSearchParams(pairs(form));
  try {
    const response = await fetch(`${apiOrigin}/v1/${path}${method === 'GET' ? `?${fields}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
      ...(method === 'POST' && { body: fields }),
    });
    const answer = await response.json();
    return response.ok ? { answer } : { error: answer.error };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
      },
    };
  }
}

/** Encodes {card: {cvc: '123'}} as card[cvc]=123. */
function pairs(form: Form, prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined || value === null) return [];
    return typeof value === 'object' ? pairs(value, path) : [[path, String(value)] as [string, string]];
  });
}

/** Returns the intent of a client secret: 'pi_1' for 'pi_1_secret_2'. */
export function intentOf(clientSecret: unknown): string {
  const id = typeof clientSecret === 'string' ? /^(pi_\w+?)_secret_\w+$/.exec(clientSecret)?.[1] : undefined;
  if (!id) {
    throw new IntegrationError(
      `Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  }
  return id;
}

/** Wrong use of the library by the page. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}
