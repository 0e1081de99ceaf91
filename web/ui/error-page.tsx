import { useEffect } from 'react';
import { callApi } from '../api.ts';
import { reload } from '../page-scripts.ts';
import { RECOVERY_MS } from '../query-client.ts';
import { Button } from './button.tsx';
import { PageTitle } from './page-title.tsx';

/**
 * Shown when a page could not be rendered. During an outage it polls the shop and reloads when it is back.
 */
export function ErrorPage() {
  useEffect(() => {
    let wasDown = false;
    const look = async () => {
      try {
        await callApi('getReadiness', {});
      } catch {
        wasDown = true;
        return;
      }
      // Only after an outage: a page with a bug would reload for ever.
      if (wasDown) reload();
    };
    look();
    const timer = setInterval(look, RECOVERY_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className="wrap grid justify-items-start gap-3 py-16">
      <PageTitle>Not available</PageTitle>
      <h1>The shop is not available right now</h1>
      <p className="max-w-prose text-muted">
        Something went wrong on our side. Orders and payments that were confirmed are safe. During an outage
        this page comes back by itself.
      </p>
      <Button kind="primary" className="mt-2" onClick={reload}>
        Try again
      </Button>
    </div>
  );
}
