import type { Guard, Program, Step } from './program.ts';

/** Whether a stored value is a program that can be run: every step known, every jump to its partner. */
export function isProgram(value: unknown): value is Program {
  return Array.isArray(value) && value.every((step, at) => isStep(step, at, value));
}

function isStep(step: unknown, at: number, program: readonly unknown[]): step is Step {
  if (typeof step === 'string' || typeof step === 'number') return true;
  if (!isRecord(step)) return false;
  switch (step.kind) {
    case 'value':
      return isPlaceholder(step);
    case 'guarded':
      return isPlaceholder(step) && areGuards(step.guards);
    case 'section':
      return (
        typeof step.name === 'string' &&
        isPath(step.path) &&
        typeof step.isInverted === 'boolean' &&
        isPartner(step.end, at, program)
      );
    case 'close':
      return isPartner(step.start, at, program);
    case 'list':
      return Number.isSafeInteger(step.first);
    default:
      return false;
  }
}

const guards: readonly unknown[] = [
  'address',
  'style',
  'styleAddress',
  'path',
  'morePath',
  'port',
  'hostPart',
] satisfies Guard[];

function areGuards(value: unknown): boolean {
  return Array.isArray(value) && value.every((guard) => guards.includes(guard));
}

function isPlaceholder(step: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof step.name === 'string' &&
    isPath(step.path) &&
    typeof step.isRaw === 'boolean' &&
    (step.default === null || typeof step.default === 'string')
  );
}

/** Whether the step at `index` points back: a section to its close, a close to its section. */
function isPartner(index: unknown, at: number, program: readonly unknown[]): boolean {
  const partner = typeof index === 'number' ? program[index] : undefined;
  if (!isRecord(partner)) return false;
  return partner.kind === 'close' ? partner.start === at : partner.end === at;
}

function isPath(path: unknown): boolean {
  if (path === null) return true;
  return Array.isArray(path) && path.every((part) => typeof part === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
