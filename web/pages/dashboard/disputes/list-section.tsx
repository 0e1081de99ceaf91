import { useId } from 'react';
import { formatCount } from '#contract/kernel/money.ts';
import { listOf } from '../../../long-list.ts';
import { ListTable, type ListTableProps } from '../kit/list-table.tsx';

interface Props<Entry extends { _id: string }> extends ListTableProps<Entry> {
  title: string;
}

/** A list below a heading that says how many entries it has. */
export function ListSection<Entry extends { _id: string }>({ title, ...table }: Props<Entry>) {
  const id = useId();
  const { data } = table.list;
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-2 text-base">
        {title}
        {data && `: ${formatCount(listOf(data).total)}`}
      </h2>
      <ListTable {...table} />
    </section>
  );
}
