import { type UnsubscribeSteps, unsubscribeSteps } from '../../engine/flow/plan.ts';
import { assembleProgram } from '../../engine/render/program/assemble-program.ts';
import { parseTemplate } from '../../engine/render/syntax/parse-template.ts';
import { addressComplaint } from '../../message/unsubscribe.ts';

/** The compiled address, or what is wrong with it, as a sentence without its subject. */
export type CompiledUnsubscribe =
  | { ok: true; steps: UnsubscribeSteps }
  | { ok: false; problem: string };

/** Everything up to the `/`, `?` or `#` that ends the host. */
const hostEnded = /^https:\/\/[^/?#]+[/?#]/;

/** Placeholders must come after the host, so that no value chooses it. */
export function compileUnsubscribe(text: string): CompiledUnsubscribe {
  const { pieces, problems } = parseTemplate(text);
  const [found] = problems;
  if (found) return refused(`is not a template: ${found.message}`);
  const read = unsubscribeSteps.safeParse(assembleProgram(pieces));
  if (!read.success) return refused('may have placeholders, but no sections');
  const steps = read.data;
  const [begin = ''] = steps;
  const isFixed = typeof begin === 'string' && (steps.length === 1 || hostEnded.test(begin));
  if (!isFixed) {
    return refused(
      'must begin with https:// and a host, and may have placeholders only after them, as in https://acme.example/u/{{%user_id}}',
    );
  }
  const complaint = addressComplaint(steps.map(sampleOf).join(''));
  return complaint === null ? { ok: true, steps } : refused(complaint);
}

const sampleOf = (step: UnsubscribeSteps[number]) =>
  typeof step === 'string' ? step : (step.default ?? '');

function refused(problem: string): CompiledUnsubscribe {
  return { ok: false, problem };
}
