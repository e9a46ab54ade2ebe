import { Anchor, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { partNames } from '../../draft/draft.ts';
import { type DraftProblem, keyOf } from '../../draft/draft-problems.ts';

export interface ProblemsStripProps {
  problems: readonly DraftProblem[];
  /** Whether the service has answered for a draft. Until then the strip does not say that there are no problems. */
  isChecked: boolean;
  /** Why the service did not check the draft; null: it did. */
  fault: unknown;
  onRetry: () => void;
  onJump: (problem: DraftProblem) => void;
}

/** All problems of the draft; a click leads to the place of each. */
export function ProblemsStrip({ problems, isChecked, fault, onRetry, onJump }: ProblemsStripProps) {
  const unchecked = fault != null ? 'Not checked' : 'Checking…';
  const isUnknown = problems.length === 0 && (fault != null || !isChecked);
  return (
    <section className="problems" aria-label="Problems">
      <Text size="sm" fw={600} className="problems-count" role="status">
        {isUnknown ? unchecked : countOf(problems)}
      </Text>
      {fault != null && (
        <Group gap="sm" px="sm" pb={6} role="alert">
          <Text size="sm">
            The preview is not up to date:{' '}
            {fault instanceof Error ? fault.message : 'an unexpected error occurred'}.
          </Text>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={keyOf(problem)}>
              <Problem problem={problem} onJump={onJump} />
              {problem.origin && <OriginLink {...problem.origin} />}
            </li>
          ))}
        </ul>
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
      onClick={() => onJump(problem)}
    >
      <Icon size={16} aria-label={problem.severity === 'error' ? 'Error' : 'Warning'} />
      <span className="problem-place">{placeWords(problem)}</span>
      <span>{problem.detail}</span>
    </UnstyledButton>
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

function countOf(problems: readonly DraftProblem[]) {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) {
    return (
      <>
        <IconCircleCheck size={16} aria-hidden /> No problems
      </>
    );
  }
  return [counted(errors, 'problem'), counted(warnings, 'warning')].filter(Boolean).join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}
