import { Group, Text, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useState } from 'react';
import { partRows } from '../../../../../shared/engine/template-parts.ts';
import { draftInLanguage } from '../../../draft/draft-in-language.ts';
import { type DraftProblem, keyOf } from '../../../draft/draft-problems.ts';
import { counted } from '../../../parts/counted.ts';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
} from '../../../parts/icons.tsx';
import { PlainButton } from '../../../parts/looks.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { fillWithSamples } from '../data/samples.ts';
import { useEditor } from '../use-editor.ts';

// The height of the line stays. The list of all opens above it.
export function ProblemsLine() {
  const { store, problems, isWaiting, language, variables } = useEditor();
  const { rendered, fault, retry } = language.preview;
  // Only the service's answer for the draft shows that there are no problems.
  const isChecked = rendered !== null && !isWaiting;
  const [isOpen, setOpen] = useState(false);
  const outside = useClickOutside(() => setOpen(false));
  const missing = problems.filter((each) => each.missing !== undefined);
  const others = problems.filter((each) => each.missing === undefined);
  const missingWords = `${counted(missing.length, 'variable')} ${missing.length === 1 ? 'has' : 'have'} no test value.`;
  const [first] = others;
  const isListed = isOpen && problems.length > 0;
  const fill = () => {
    const { html, testData } = language.store.settled().draft;
    const filled = fillWithSamples(testData, variables, html);
    store.dispatch({ kind: 'written', changes: { testData: filled } });
  };
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
        <ul className="problems-list">
          {[...others, ...missing].map((problem) => (
            <li key={keyOf(problem)}>
              <Problem problem={problem} />
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
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronUp size={16} aria-hidden />
          <span role="status">{countOf(problems)}</span>
        </UnstyledButton>
      )}
      {fault != null ? (
        <Group
          component="span"
          gap="xs"
          wrap="nowrap"
          miw={0}
          ms="auto"
          role="alert"
          className="problems-fault"
        >
          <span>
            The preview is not up to date:{' '}
            {fault instanceof Error ? fault.message : 'an unexpected error occurred'}.
          </span>
          <PlainButton size="compact-xs" flex="none" onClick={retry}>
            Try again
          </PlainButton>
        </Group>
      ) : (
        !isListed && first && <Problem problem={first} />
      )}
      {missing.length > 0 && (
        <Group component="span" gap="xs" wrap="nowrap" flex="none" maw="70%" ms="auto">
          {!first && <span className="problems-words">{missingWords}</span>}
          <PlainButton size="compact-xs" flex="none" onClick={fill}>
            Fill with samples
          </PlainButton>
        </Group>
      )}
    </section>
  );
}

function Problem({ problem }: { problem: DraftProblem }) {
  const { store, jumpTo, editors } = useEditor();
  const { part, language, severity, detail, fix: found, origin } = problem;
  const Icon = severity === 'error' ? IconAlertCircle : IconAlertTriangle;
  const fix = () => {
    if (!found || (part !== 'html' && part !== 'text' && part !== 'subject')) return;
    const written = language === undefined ? store : draftInLanguage(store, language);
    const text = written.settled().draft[part];
    if (text === null) return;
    if (found.cursor) jumpTo(problem);
    written.dispatch({ kind: 'written', changes: { [part]: found.apply(text) } });
    if (found.cursor) editors[part].current?.jumpTo(found.cursor(text));
  };
  return (
    <>
      <UnstyledButton
        className="problem"
        data-severity={severity}
        title={detail}
        onClick={() => jumpTo(problem)}
      >
        <Icon size={16} aria-label={severity === 'error' ? 'Error' : 'Warning'} />
        <Text span inherit c="dimmed" flex="none" className="number">
          {placeWords(problem)}
        </Text>
        <span className="problem-detail">{detail}</span>
      </UnstyledButton>
      {found && (
        <PlainButton size="compact-xs" flex="none" className="problem-fix" onClick={fix}>
          {found.label}
        </PlainButton>
      )}
      {origin && (
        <PageLink to={`/templates/${origin.id}`} flex="none" className="problem-origin">
          in {origin.id}
          {origin.place !== null && ` ${origin.place.line}:${origin.place.column}`}
        </PageLink>
      )}
    </>
  );
}

function placeWords({ part, language, place }: DraftProblem): string {
  const ofPart = part === null ? 'Template' : partRows[part].label;
  const name = language === undefined ? ofPart : `${language} ${ofPart}`;
  return place === null ? name : `${name} ${place.line}:${place.column}`;
}

function countOf(problems: readonly DraftProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const words = [
    errors > 0 && counted(errors, 'problem'),
    warnings > 0 && counted(warnings, 'warning'),
  ];
  return words.filter(Boolean).join(', ');
}
