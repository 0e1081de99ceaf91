import { ExportButton } from '../../../ui/export-button.tsx';
import { callForFileAsUser } from '../../../user-calls.ts';

/** Buttons that save the products that a query finds, as files that can be changed and imported again. */
export function ExportProducts({ query = {} }: { query?: Record<string, string> }) {
  return (['csv', 'xlsx'] as const).map((format) => (
    <ExportButton
      key={format}
      file={`products.${format}`}
      label={`Export ${format.toUpperCase()}`}
      read={() => callForFileAsUser('exportProducts', { query: { ...query, format } })}
    />
  ));
}
