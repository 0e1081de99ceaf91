import { type BrowserIntent, callApi, type Result } from './api.ts';

const CSS = `
dialog { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid #8884; border-radius: .75rem; background: light-dark(#fff, #1f242c); color: light-dark(#1b2430, #e6e9ee); font: 16px/1.5 system-ui, sans-serif; }
dialog::backdrop { background: #0008; }
h2 { margin: 0 0 .5rem; font-size: 1.15rem; line-height: 1.3; }
p { margin: 0 0 1.25rem; }
div { display: flex; flex-wrap: wrap; gap: .75rem; }
button { font: inherit; padding: .55rem 1rem; border-radius: .5rem; border: 1px solid light-dark(#8a94a3, #6b7686); background: none; color: inherit; cursor: pointer; }
button.open { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
button:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
`;

/**
 * Runs 3-D Secure: opens the bank's page in a window and waits until the intent changes its state.
 * A dialog lets the buyer open the window again (blocked or closed) or cancel.
 */
export async function authenticate(
  key: string,
  intent: BrowserIntent,
): Promise<Result<{ paymentIntent: BrowserIntent }>> {
  const action = intent.next_action?.use_stripe_sdk;
  if (!action) return { paymentIntent: intent };
  const secret = { client_secret: intent.client_secret };
  let bank: Window | null = null;
  let given = false;
  const open = () => {
    bank = window.open(action.stripe_js, 'stripe-three-d-secure', 'popup,width=480,height=640');
  };
  const dialog = showDialog(open, () => {
    given = true;
  });
  open();
  try {
    for (;;) {
      await moment();
      if (given) {
        await callApi(key, 'POST', `payment_intents/${intent.id}/source_cancel`, {
          ...secret,
          source: action.source,
        });
      }
      const { answer, error } = await callApi<BrowserIntent>(
        key,
        'GET',
        `payment_intents/${intent.id}`,
        secret,
      ).then((result) => ({ answer: undefined, ...result }));
      // The API is unreachable: the buyer may still be at the bank.
      if (error && given) return { error };
      if (error || !answer) continue;
      if (answer.status === 'requires_action') continue;
      if (answer.status !== 'requires_payment_method') return { paymentIntent: answer };
      return {
        error: {
          ...(answer.last_payment_error ?? { type: 'api_error' }),
          ...(answer.last_payment_error?.code === 'payment_intent_authentication_failure' && {
            message:
              'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
          }),
          payment_intent: answer,
        },
      };
    }
  } finally {
    (bank as Window | null)?.close();
    dialog.remove();
  }
}

/** Waits half a second, or until the bank's window reports that it is done. */
function moment(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel('stripe-three-d-secure');
    const done = () => {
      clearTimeout(timer);
      channel.close();
      resolve();
    };
    const timer = setTimeout(done, 500);
    channel.onmessage = done;
  });
}

function showDialog(open: () => void, giveUp: () => void): HTMLElement {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  const title = document.createElement('h2');
  title.id = 'title';
  title.textContent = 'Confirm with your bank';
  const text = document.createElement('p');
  text.textContent = 'Your bank asks you to confirm in a separate window. This page then continues.';
  const buttons = document.createElement('div');
  buttons.append(button("Open the bank's window", open, 'open'), button('Cancel', giveUp));
  dialog.append(title, text, buttons);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    giveUp();
  });
  root.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return host;
}

function button(label: string, press: () => void, className = ''): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.className = className;
  made.addEventListener('click', press);
  return made;
}
