import { Refusal, type RefusalCode } from '../../shared/engine/errors.ts';
import { invalid, type ProblemError } from './problems.ts';

/**
 * Awaits a rendering. If a part or a variable causes its refusal, throws the problem `invalid` with that place in the
 * body.
 *
 * @param parts the JSON Pointer of the object that holds the template's parts; default: the whole body
 */
export async function rendered<T>(rendering: Promise<T>, parts = ''): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    throw (error instanceof Refusal && withPlace(error, parts)) || error;
  }
}

function withPlace({ code, details, message }: Refusal, parts: string): ProblemError | null {
  // The sentence names the variable.
  if (valueRefusals.includes(code)) return invalid({ pointer: '/data', detail: message });
  if (code !== 'overLimit') return null;
  const [about] = details;
  const isPart = about === 'subject' || about === 'html' || about === 'text';
  return invalid({ pointer: isPart ? `${parts}/${about}` : '', detail: message });
}

/** The refusals of a variable's value. */
const valueRefusals: readonly RefusalCode[] = [
  'wrongType',
  'unsafeAddress',
  'unsafeStyle',
  'unsafePath',
  'unsafePort',
  'unsafeHostPart',
  'unsafeStep',
];
