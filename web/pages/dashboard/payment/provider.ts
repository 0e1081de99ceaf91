import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Config } from '#contract/payments/schema.ts';

let loading: Promise<Stripe> | undefined;

/**
 * Returns the payment provider's object. The shop's configuration names its script, Stripe's or the sandbox's, which sets
 * `window.Stripe` for Stripe's loader. Rejects when the script cannot be loaded; the next call tries again.
 */
export function loadProvider({ publishableKey, jsUrl }: Config['stripe']): Promise<Stripe> {
  loading ??= load(publishableKey, jsUrl).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(publishableKey: string, jsUrl: string): Promise<Stripe> {
  await loadScript(jsUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The payment provider has no browser to run in');
  return stripe;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if ('Stripe' in window) return resolve();
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment provider cannot be reached. Check your connection and try again.'));
    };
    document.head.append(script);
  });
}
