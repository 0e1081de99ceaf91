import { use } from 'react';
import { NonceContext } from '../page-context.ts';

/** A script of our own that runs where it stands, before React is there. The page's content policy names it (decision 6). */
export function InlineScript({ code }: { code: string }) {
  return (
    <script
      nonce={use(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants; React would escape their quotes
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
