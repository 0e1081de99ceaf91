import { type ReactNode, useState } from 'react';

interface Props {
  name: string;
  /** Whether it opens. From then on the person decides. */
  isOpen: boolean;
  children: ReactNode;
}

/** Fields of one kind, which can be folded away. */
export function FacetGroup({ name, isOpen, children }: Props) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className="facet-group">
      <summary>{name}</summary>
      <fieldset>
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
    </details>
  );
}
