import { toBlock } from '../structured-data.ts';

/** Data for search engines, which no page shows. It is no script that runs, so the content policy has nothing to say about it. */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes
      dangerouslySetInnerHTML={{ __html: toBlock(data) }}
    />
  );
}
