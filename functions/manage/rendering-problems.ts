import { Refusal, type RefusalCode } from '../../shared/engine/errors.ts';
import { pointer } from '../../shared/engine/flow/flow-error.ts';
import { invalid, type ProblemError } from './problems.ts';

/** The places of a template's parts (subject, HTML, text) and data in a request's body. */
export interface RenderingPlaces {
  /** The JSON Pointer of the object that holds the parts. Default: the whole body. */
  parts?: string;
  data: Record<string, unknown>;
}

/**
 * Awaits a rendering. If a part or a variable causes its refusal, throws the problem `invalid` with that place in the
 * body.
 */
export async function rendered<T>(rendering: Promise<T>, places: RenderingPlaces): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    throw (error instanceof Refusal && withPlace(error, places)) || error;
  }
}

function withPlace(
  { code, details, message }: Refusal,
  places: RenderingPlaces,
): ProblemError | null {
  const [about] = details;
  if (valueRefusals.includes(code)) {
    return invalid({ pointer: dataPointer(String(about), places.data), detail: message });
  }
  if (code !== 'overLimit') return null;
  const isPart = about === 'subject' || about === 'html' || about === 'text';
  return invalid({ pointer: isPart ? `${places.parts ?? ''}/${about}` : '', detail: message });
}

/** The refusals whose first detail is the name of a variable. */
const valueRefusals: readonly RefusalCode[] = [
  'wrongType',
  'unsafeAddress',
  'unsafeStyle',
  'unsafePath',
  'unsafePort',
  'unsafeHostPart',
  'unsafeStep',
];

/** The JSON Pointer to a variable in the data; `/data` for a variable that only the items of a section have. */
function dataPointer(name: string, data: Record<string, unknown>): string {
  if (Object.hasOwn(data, name)) return `/data${pointer(name)}`;
  const path = name.split('.');
  let value: unknown = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return '/data';
    value = Reflect.get(value, part);
  }
  return `/data${pointer(...path)}`;
}
