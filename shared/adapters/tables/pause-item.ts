import type { Pause } from '../../pause.ts';
import { type Item, optionalText, text, textItem } from './attributes.ts';

/** A pause in the trail of a template. */
export interface TemplatePause extends Pause {
  /** Absent while it lasts. */
  resumed?: Pick<Pause, 'at' | 'by'> | undefined;
}

/** How many pauses a head keeps: it is read at every request. */
const keptPauses = 10;

/** The pause that holds now, if one does. The newest is last. */
export function pauseNow(pauses: readonly TemplatePause[] = []): TemplatePause | undefined {
  const last = pauses.at(-1);
  return last?.resumed ? undefined : last;
}

export const pauseItem = ({ at, by, note }: Pause): Item => textItem({ at, by, note });

export function pauseIn(item: Item): Pause {
  const note = optionalText(item, 'note');
  return { at: text(item, 'at'), by: text(item, 'by'), ...(note !== undefined && { note }) };
}

/** The attribute `pauses` of a head: one text, which a condition can compare. */
export const pausesItem = (pauses: readonly TemplatePause[]) => ({
  S: JSON.stringify(pauses.slice(-keptPauses)),
});

export function pausesIn(item: Item): readonly TemplatePause[] | undefined {
  const list = optionalText(item, 'pauses');
  return list === undefined ? undefined : JSON.parse(list);
}
