import { use } from 'react';
import { NonceContext } from '../page-context.ts';

/** A script that runs while the page is parsed, before React. The page's content policy allows it (decision 6). */
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
