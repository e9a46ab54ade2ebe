import type { Piece, PlaceholderTag, SectionTag } from '../syntax/piece.ts';
import { pathOf } from '../syntax/read-tag.ts';
import type { ListStep, Program, ProgramStep } from './program.ts';

/** What a program is made of: the pieces of a source, or those and the layout of derived text. */
export type ProgramPiece = Piece | number | ListStep;

/** In derived text a section's close may be missing: it ends with the section around it. A close alone is left out. */
export function assembleProgram(pieces: Iterable<ProgramPiece>): Program {
  const program = new Assembly();
  for (const piece of pieces) {
    if (typeof piece === 'string') program.addText(piece);
    else if (typeof piece === 'number' || piece.kind === 'list') program.steps.push(piece);
    else if (piece.kind === 'close') program.close(piece.name);
    else if (piece.kind === 'section') program.open(piece);
    else program.steps.push(placeholderStep(piece));
  }
  program.closeAll();
  return program.steps;
}

function placeholderStep({ guards = [], isEncoded, ...tag }: PlaceholderTag): ProgramStep {
  const step = { ...tag, path: pathOf(tag.name) };
  if (isEncoded) return { ...step, kind: 'guarded', isEncoded, guards };
  return guards.length === 0 ? step : { ...step, kind: 'guarded', guards };
}

class Assembly {
  readonly steps: ProgramStep[] = [];
  private readonly sections: { name: string; start: number; step: { end: number } }[] = [];

  addText(text: string): void {
    const last = this.steps.at(-1);
    // Only a comment was between the two texts.
    if (typeof last === 'string') this.steps[this.steps.length - 1] = last + text;
    else this.steps.push(text);
  }

  open({ kind, name, isInverted }: SectionTag): void {
    const step = { kind, name, path: pathOf(name), isInverted, end: 0 };
    this.sections.push({ name, start: this.steps.length, step });
    this.steps.push(step);
  }

  close(name: string): void {
    const depth = this.sections.findLastIndex((section) => section.name === name);
    if (depth !== -1) this.closeDownTo(depth);
  }

  closeAll(): void {
    this.closeDownTo(0);
  }

  private closeDownTo(depth: number): void {
    for (const { start, step } of this.sections.splice(depth).reverse()) {
      step.end = this.steps.length;
      this.steps.push({ kind: 'close', start });
    }
  }
}

/** A derived text template as plain JSON, stored with the revision: compiling it needs no HTML parser. */
export type DerivedText = readonly ProgramPiece[];
