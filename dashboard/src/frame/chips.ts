import { names } from './look.ts';
import type { FrameRun } from './runs.ts';
import { create } from './safe-dom.ts';

/** The name of a placeholder, in the place of its value. */
export function chipOf(name: string): HTMLElement {
  const chip = create(document, names.chip);
  chip.textContent = name;
  chip.title = `The value of ${name}`;
  return chip;
}

/** Shows the placeholders of a run that have no value by their names. Returns each chip with the index of its segment. */
export function showNames({ segments }: FrameRun): [chip: HTMLElement, segment: number][] {
  return segments.flatMap(({ index, name, isMissing, mark }) => {
    if (!isMissing) return [];
    const chip = chipOf(name);
    mark.after(chip);
    return [[chip, index]];
  });
}
