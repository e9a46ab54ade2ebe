import { Anchor, Button, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { partNames } from '../../../draft/draft.ts';
import { type DraftProblem, keyOf } from '../../../draft/draft-problems.ts';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
} from '../../../parts/icons.tsx';

export interface ProblemsLineProps {
  problems: readonly DraftProblem[];
  /** Whether the service has answered for a draft. Until then the line does not say that there are no problems. */
  isChecked: boolean;
  /** Why the service did not check the draft; null: it did. */
  fault: unknown;
  onRetry: () => void;
  onJump: (problem: DraftProblem) => void;
  /** Corrects the text of a problem that has a fix. */
  onFix: (problem: DraftProblem) => void;
  /** Fills the values that the test data lacks. */
  onFill: () => void;
}

/**
 * The problems of the draft in one line, which never changes its height: how many, the first of them, and the values
 * that are missing. The list of all opens above it.
 */
export function ProblemsLine(props: ProblemsLineProps) {
  const { problems, isChecked, fault, onRetry, onJump, onFix, onFill } = props;
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const outside = useClickOutside(() => setOpen(false));
  const missing = problems.filter((each) => each.missing !== undefined);
  const others = problems.filter((each) => each.missing === undefined);
  const [first] = others;
  const isListed = isOpen && problems.length > 0;
  return (
    <section
      ref={outside}
      className="problems"
      aria-label="Problems"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      {isListed && (
        <ul id={list} className="problems-list">
          {[...others, ...missing].map((problem) => (
            <li key={keyOf(problem)}>
              <Problem problem={problem} onJump={onJump} />
              {problem.fix && <FixButton problem={problem} onFix={onFix} />}
              {problem.origin && <OriginLink {...problem.origin} />}
            </li>
          ))}
        </ul>
      )}
      {problems.length === 0 ? (
        <span className="problems-count" role="status">
          {fault == null && isChecked && <IconCircleCheck size={16} aria-hidden />}
          {fault != null ? 'Not checked' : isChecked ? 'No problems' : 'Checking…'}
        </span>
      ) : (
        <UnstyledButton
          className="problems-count"
          aria-expanded={isListed}
          aria-controls={isListed ? list : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronUp size={16} aria-hidden />
          <span role="status">{countOf(problems)}</span>
        </UnstyledButton>
      )}
      {fault != null ? (
        <span className="problems-fault" role="alert">
          <span>
            The preview is not up to date:{' '}
            {fault instanceof Error ? fault.message : 'an unexpected error occurred'}.
          </span>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </span>
      ) : (
        !isListed && (
          <>
            {first && <Problem problem={first} onJump={onJump} />}
            {first?.fix && <FixButton problem={first} onFix={onFix} />}
            {first?.origin && <OriginLink {...first.origin} />}
          </>
        )
      )}
      {missing.length > 0 && (
        <span className="problems-missing">
          {!first && <span className="problems-words">{missingWords(missing.length)}</span>}
          <Button size="compact-xs" variant="default" onClick={onFill}>
            Fill with samples
          </Button>
        </span>
      )}
    </section>
  );
}

function Problem({
  problem,
  onJump,
}: {
  problem: DraftProblem;
  onJump: (problem: DraftProblem) => void;
}) {
  const Icon = problem.severity === 'error' ? IconAlertCircle : IconAlertTriangle;
  return (
    <UnstyledButton
      className="problem"
      data-severity={problem.severity}
      title={problem.detail}
      onClick={() => onJump(problem)}
    >
      <Icon size={16} aria-label={problem.severity === 'error' ? 'Error' : 'Warning'} />
      <span className="problem-place">{placeWords(problem)}</span>
      <span className="problem-detail">{problem.detail}</span>
    </UnstyledButton>
  );
}

function FixButton({
  problem,
  onFix,
}: Pick<ProblemsLineProps, 'onFix'> & { problem: DraftProblem }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      className="problem-fix"
      onClick={() => onFix(problem)}
    >
      {problem.fix?.label}
    </Button>
  );
}

/** Leads to the other template or partial that has the problem. */
function OriginLink({ id, place }: NonNullable<DraftProblem['origin']>) {
  return (
    <Anchor component={Link} to={`/templates/${id}`} size="sm" className="problem-origin">
      in {id}
      {place !== null && ` ${place.line}:${place.column}`}
    </Anchor>
  );
}

function placeWords({ part, language, place }: DraftProblem): string {
  const ofPart = part === null ? 'Template' : partNames[part];
  const name = language === undefined ? ofPart : `${language} ${ofPart}`;
  return place === null ? name : `${name} ${place.line}:${place.column}`;
}

function missingWords(count: number): string {
  return count === 1 ? '1 variable has no test value.' : `${count} variables have no test value.`;
}

function countOf(problems: readonly DraftProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return [counted(errors, 'problem'), counted(warnings, 'warning')].filter(Boolean).join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}
