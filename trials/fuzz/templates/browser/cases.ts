import fc from 'fast-check';
import { enemyVariables, harmless } from '../enemy.ts';
import { compileAsSaved, renderedHtml } from '../invariants.ts';
import { mailSource } from '../mail.ts';
import type { Pair } from './judge.ts';

/** A mail with hostile values, and the same mail with harmless ones. */
export interface MailCase extends Pair {
  readonly template: string;
  readonly variables: Record<string, unknown>;
}

/** Sets of values for each template. */
const setsOfValues = 6;

/** Templates that are drawn at once. */
const templatesAtOnce = 100;

const drawn = fc.tuple(
  mailSource,
  fc.array(enemyVariables, { minLength: setsOfValues, maxLength: setsOfValues }),
);

/** Draws `runs` mails of accepted templates with accepted values, always the same for one seed. */
export function* drawCases({ runs, seed }: { runs: number; seed: number }): Generator<MailCase> {
  let left = runs;
  for (let round = 0; left > 0; round++) {
    const numbers = { numRuns: templatesAtOnce, seed: seed * 10_000 + round };
    for (const [template, sets] of fc.sample(drawn, numbers)) {
      for (const one of casesOf(template, sets)) {
        if (left-- > 0) yield one;
      }
    }
  }
}

/** The different mails of a template; none if it is refused. */
function casesOf(template: string, sets: readonly Record<string, unknown>[]): MailCase[] {
  const compiled = compileAsSaved(template);
  if (!('html' in compiled)) return [];
  const cases = new Map<string, MailCase>();
  for (const variables of sets) {
    const hostile = renderedHtml(compiled, variables);
    const plain = renderedHtml(compiled, harmless(variables) as Record<string, unknown>);
    if (hostile === null || plain === null || hostile === plain) continue;
    cases.set(hostile, { template, variables, hostile, plain });
  }
  return [...cases.values()];
}
