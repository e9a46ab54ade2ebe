import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import type { FlowFacts } from './flow-facts.ts';
import type { Draft } from './model/flow-draft.ts';
import { failureOf } from './model/outcome-words.ts';
import { deliveryFields } from './model/run-input.ts';
import { marksOf } from './model/run-marks.ts';
import type { TryRun } from './try-it/use-try-run.ts';

export interface KnownFactsOptions extends Pick<FlowFacts, 'problems' | 'identities'> {
  base: Template;
  draft: Draft | null;
  run: TryRun;
}

export function knownFacts({
  base,
  draft,
  run: { result, isCurrent },
  ...given
}: KnownFactsOptions): FlowFacts {
  const nodes = draft?.nodes ?? [];
  const answer = isCurrent ? result?.answer : undefined;
  const ids = nodes.map(({ id }) => id);
  return {
    ...given,
    marks: answer ? marksOf(ids, answer.trace) : new Map(),
    failure: answer ? failureOf(answer, draft) : null,
    names: namesOf(base, draft),
  };
}

function namesOf({ variables }: Template, draft: Draft | null): string[] {
  const named = (draft?.nodes ?? []).flatMap((node) =>
    node.type === 'variables' ? node.variables.map(({ name }) => name) : [],
  );
  const all = [...variables.map(({ name }) => name), ...named, ...deliveryFields];
  return [...new Set(all.filter((name) => name !== '' && name !== '.'))];
}
