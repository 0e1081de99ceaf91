import { ChoiceButtons } from '../matching/choice-buttons.tsx';
import type { FindingProps } from '../matching/finding.tsx';
import { troubleOf } from '../matching/problem-choices.ts';
import { linesAfter } from './lines-after.ts';

/** What is wrong with a line, with one key for each remedy. Nothing for a line that can be ordered. */
export function LineProblem({ line, state, onChange }: FindingProps) {
  const trouble = troubleOf(line, state?.match, linesAfter);
  if (!trouble) return null;
  return (
    <div className="finding">
      <span className="finding-wrong">{trouble.words}</span>
      <ChoiceButtons choices={trouble.choices} onChange={onChange} />
    </div>
  );
}
