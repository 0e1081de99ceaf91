import { ChoiceButtons } from './choice-buttons.tsx';
import type { FindingProps } from './finding.tsx';
import { linesAfter } from './lines-after.ts';
import { troubleOf } from './problem-choices.ts';

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
