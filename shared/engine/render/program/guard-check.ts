import { mayStand, unsafe } from './guard.ts';
import type { Guard, GuardedStep } from './program.ts';

/** Looks at the values of one rendering, in the order in which they are printed. */
export class GuardCheck {
  /** Whether a value has ended the host of the address that is being printed. */
  private hostIsOver = false;

  /** @throws {Refusal} where the value is not what the place of its placeholder asks for */
  passValue({ guards, isRaw, name }: GuardedStep, text: string): void {
    for (const guard of guards) {
      const isFree = guard === 'morePath' && this.hostIsOver;
      if (!isFree && !mayStand(guard, text, isRaw)) throw unsafe(guard, fieldOf(name));
      this.noteHost(guard, text);
    }
  }

  /** A default is the author's own; a missing value prints nothing. */
  passDefault({ guards, default: text }: GuardedStep): void {
    for (const guard of guards) this.noteHost(guard, text ?? '');
  }

  private noteHost(guard: Guard, text: string): void {
    if (guard === 'path' || guard === 'port') this.hostIsOver = endsHost(text);
    else if (guard === 'morePath') this.hostIsOver ||= endsHost(text);
  }
}

function endsHost(text: string): boolean {
  return /[/?#]/.test(text);
}

/** A placeholder as a refusal names it. */
export function fieldOf(name: string): string {
  return name === '.' ? '{{.}}' : name;
}
