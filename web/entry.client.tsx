import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { watchTouches } from './attended.ts';
import { NonceContext } from './page-context.ts';

// The nonce of the page, so that server and browser render the same. Browsers hide the attribute, not the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

watchTouches(window);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  );
});
