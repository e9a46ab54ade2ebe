import { mayStand, unsafe } from './guard.ts';
import type { Guard, GuardedStep } from './program.ts';

/** Looks at the values of one rendering, in the order in which they are printed. */
export class GuardCheck {
  /** Whether a value has ended the host of the address that is being printed. */
  private hostIsOver = false;

  /** @throws {Refusal} where the value is not what the place of its placeholder asks for */
  passValue(step: GuardedStep, text: string): void {
    const { guards, isRaw, name } = step;
    for (const guard of guards) {
      const isFree = guard === 'morePath' && this.hostIsOver;
      if (!isFree && !mayStand(guard, text, isRaw)) throw unsafe(guard, fieldOf(name));
    }
    this.noteHost(guards, text);
  }

  /** A default is the author's own; a missing value prints nothing. */
  passDefault(step: GuardedStep): void {
    this.noteHost(step.guards, step.default ?? '');
  }

  private noteHost(guards: readonly Guard[], text: string): void {
    const isFirst = guards.includes('path') || guards.includes('port');
    if (!isFirst && !guards.includes('morePath')) return;
    this.hostIsOver = (this.hostIsOver && !isFirst) || /[/?#]/.test(text);
  }
}

/** A placeholder as a refusal names it. */
export function fieldOf(name: string): string {
  return name === '.' ? '{{.}}' : name;
}
