import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { listOf } from '../../../long-list.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';

interface Props<Entry extends { _id: string }> extends ListTableProps<Entry> {
  title: string;
  /** What stands above the title. */
  above?: ReactNode;
  /** How many entries there are, in words; undefined while nobody knows. */
  countText: (total: number, isCounted: boolean) => ReactNode;
  /** What stands beside the title: the search, exports, links. */
  tools?: ReactNode;
  /** Links to the views of the list, of which one is open. */
  views?: ComponentProps<typeof ViewLinks>;
  /** What narrows the list further. */
  children?: ReactNode;
}

/** A page of the desk with one long list: its title and count, search and views, and the table. */
export function ListPage<Entry extends { _id: string }>(props: Props<Entry>) {
  const { title, above, countText, tools, views, children, ...table } = props;
  const { total, isCounted } = listOf(table.list.data);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {above}
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>{title}</h1>
        <p role="status" className="num text-muted">
          {table.list.data && countText(total, isCounted)}
        </p>
        {tools}
      </div>
      {views && <ViewLinks {...views} />}
      {children}
      <ListTable {...table} />
    </>
  );
}

/** Says that a filter leaves nothing of a list, and leads to the whole list. */
export function NothingFound(props: { children: ReactNode; to: string; all: string }) {
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p>{props.children}</p>
      <Link to={props.to} className="btn btn-quiet mt-2">
        {props.all}
      </Link>
    </div>
  );
}
