import { useConfig } from '../config.ts';

/** The bar on every page of a shop that runs with the sandbox. */
export function SandboxBar() {
  const config = useConfig();
  if (!config?.sandbox) return null;
  return (
    <p className="bg-neutral py-1 text-center text-neutral-content text-xs">
      Sandbox: no real money moves
      {config.mailbox && (
        <>
          {' · '}
          <a href={config.mailbox} className="underline underline-offset-2">
            Mailbox
          </a>
        </>
      )}
    </p>
  );
}
