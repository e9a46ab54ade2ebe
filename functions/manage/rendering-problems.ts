import { Refusal, type RefusalCode } from '../../shared/engine/errors.ts';
import { pointer } from '../../shared/engine/flow/flow-error.ts';
import { invalid, type ProblemError } from './problems.ts';

/** Where a body has the parts of a template and its data. */
export interface RenderingPlaces {
  /** Default: at the top. */
  parts?: string;
  data: Record<string, unknown>;
}

/** Awaits a rendering, and adds the place in the body to its refusal. */
export async function rendered<T>(rendering: Promise<T>, places: RenderingPlaces): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    throw (error instanceof Refusal && placed(error, places)) || error;
  }
}

function placed({ code, details, message }: Refusal, places: RenderingPlaces): ProblemError | null {
  const [about] = details;
  if (aboutValues.includes(code)) {
    return invalid({ pointer: dataPointer(String(about), places.data), detail: message });
  }
  if (code !== 'overLimit') return null;
  const isPart = about === 'subject' || about === 'html' || about === 'text';
  return invalid({ pointer: isPart ? `${places.parts ?? ''}/${about}` : '', detail: message });
}

const aboutValues: readonly RefusalCode[] = [
  'wrongType',
  'unsafeAddress',
  'unsafeStyle',
  'unsafePath',
  'unsafePort',
  'unsafeHostPart',
];

/** The JSON Pointer to a variable in the data; to all of the data for a variable of a section's item. */
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
