import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { IMPORT_MAX_HEADER_ROW, type Import } from '#contract/imports/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Options } from '../../../ui/select-field.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { type ListColumn, ListTable } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { ChooseFile } from './choose-file.tsx';
import { ExportProducts } from './export-products.tsx';
import { type Choices, sendFile } from './upload.ts';
import { isMoving, STATES } from './words.ts';

export const handle: PageHandle = { title: 'Imports', may: 'product.import' };

/** Imports products from a file, and lists earlier imports. */
export default function Imports() {
  const [search] = useSearchParams();
  const problems = search.get('problems') === 'yes' ? 'yes' : undefined;
  const list = useInfiniteQuery({
    // All imports, or those with problems.
    ...pagesOf(['imports', { problems }], 'listImports', { query: { problems } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(isMoving)) ? 1000 : false,
  });
  return (
    <>
      <PageTitle>Imports</PageTitle>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1>Imports</h1>
        <div className="ms-auto flex flex-wrap gap-2">
          <ExportProducts />
        </div>
      </div>
      <p className="mb-5 max-w-2xl text-muted text-sm">
        Add and change many products by a CSV, XLSX or XML file: you see what it changes before anything is
        written, and can undo it for 30 days, while it is among the last 300 imports and the last 2,000,000
        rows. A change needs the column sku only, a new product sku, name and price. The export has every
        column.
      </p>
      <Upload />
      <h2 className="mt-8 mb-3">Imports so far</h2>
      <ViewLinks
        label="Imports by state"
        views={[
          { label: 'All', to: '?', isCurrent: !problems },
          { label: 'With problems', to: '?problems=yes', isCurrent: Boolean(problems) },
        ]}
      />
      <ListTable
        list={list}
        what="the imports"
        columns={COLUMNS}
        empty={
          problems
            ? 'No import has failed, and none waits with wrong rows.'
            : 'No imports yet. Export the products for a file to begin with.'
        }
      />
    </>
  );
}

function Upload() {
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(0);
  const [mode, setMode] = useState<Pick<Choices, 'mode' | 'absent'>>({});
  const send = useMutation({
    mutationFn: ({ file, choices = {} }: { file: File; choices?: Choices }) =>
      sendFile(file, { ...mode, ...choices }),
    onSuccess: ({ _id }) => navigate(`/dashboard/imports/${_id}`),
    onSettled: () => setAttempt((count) => count + 1),
  });
  const file = send.variables?.file;
  const columns = headersOf(send.error);
  const isWithoutHeaders = send.variables?.choices?.headerRow === 0;
  return (
    <div className="grid gap-3">
      <ChooseFile
        busy={send.isPending}
        onFile={(chosen) => send.mutate({ file: chosen })}
        label={send.isPending ? `Reading ${file?.name} …` : 'Choose a CSV, XLSX or XML file, or drop it here'}
      />
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <legend className="sr-only">What the file may change</legend>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            onChange={({ target }) => setMode({ ...mode, mode: target.checked ? 'change' : undefined })}
          />
          Change known parts only
        </label>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            onChange={({ target }) =>
              setMode({ ...mode, absent: target.checked ? 'out_of_stock' : undefined })
            }
          />
          Parts that the file does not have are out of stock
        </label>
      </fieldset>
      <FormProblem problem={send.error && refusalOf(send.error)} attempt={attempt} />
      {file && columns && (
        <label className="grid justify-items-start gap-1.5 text-sm">
          <span className="font-medium">Which column of {file.name} holds the SKU?</span>
          <select
            className="select"
            defaultValue=""
            onChange={({ target }) =>
              send.mutate({
                file,
                choices: {
                  mapping: {
                    ...Object.fromEntries(others(send.error).map((column) => [column, null])),
                    [target.value]: 'sku',
                  },
                  ...(isWithoutHeaders && { headerRow: 0 }),
                },
              })
            }
          >
            <option value="" disabled>
              Choose a column
            </option>
            <Options of={columns.map((column) => [column, column])} />
          </select>
        </label>
      )}
      {file && columns && (
        <HeaderRow onChoose={(headerRow) => send.mutate({ file, choices: { headerRow } })} />
      )}
    </div>
  );
}

/** Says in which row of a file the headers are, or that it has none. */
function HeaderRow({ onChoose }: { onChoose: (row: number) => void }) {
  const [row, setRow] = useState('2');
  return (
    <form
      method="post"
      className="flex flex-wrap items-end gap-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(Number(row));
      }}
    >
      <label className="grid gap-1.5">
        <span className="font-medium">Or the headers are in row</span>
        <input
          className="input w-24"
          type="number"
          min={1}
          max={IMPORT_MAX_HEADER_ROW}
          required
          value={row}
          onChange={({ target }) => setRow(target.value)}
        />
      </label>
      <button type="submit" className="btn btn-quiet">
        Read again
      </button>
      <Button onClick={() => onChoose(0)}>It has no headers</Button>
    </form>
  );
}

/** The columns that are the SKU as well, where several are. */
function others(error: unknown): string[] {
  if (!(error instanceof ApiProblem) || error.params.why !== 'same_field') return [];
  return String(error.params.found ?? '')
    .replace(/^sku: /, '')
    .split(', ');
}

/** The headers of a file in which no column was recognised as the SKU, or several were. */
function headersOf(error: unknown): string[] | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.params.why !== 'no_sku' && error.params.why !== 'same_field') return undefined;
  const { columns } = error.params;
  if (typeof columns !== 'string') return undefined;
  return [...new Set((JSON.parse(columns) as string[]).filter(Boolean))];
}

const COLUMNS: ListColumn<Import>[] = [
  {
    heading: 'File',
    cell: ({ _id, name }) => (
      <Link to={`/dashboard/imports/${_id}`} className="link break-all">
        {name ?? 'Rows sent by a program'}
      </Link>
    ),
  },
  { heading: 'State', cell: ({ state }) => STATES[state] },
  { heading: 'New', className: 'number', cell: ({ counts }) => formatCount(counts.new) },
  { heading: 'Changed', className: 'number', cell: ({ counts }) => formatCount(counts.changed) },
  { heading: 'Errors', className: 'number', cell: ({ counts }) => formatCount(counts.error) },
  { heading: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  { heading: 'Who', cellClass: 'break-all', cell: ({ who }) => who },
];
