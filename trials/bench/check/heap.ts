import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../shared/engine/render/derive-text.ts';
import { smallMailTemplate } from '../render/mails.ts';
import { usedHeapBytes } from '../rounds.ts';

/** Enough copies that other changes of the heap hardly count. */
const copies = 1000;

/** Bytes of heap that a cached template takes for each byte of its source. A function reads it from its stored programs. */
export function heapOfSource(): number {
  const { subject, html } = smallMailTemplate;
  const stored = JSON.stringify(compileTemplate({ subject, html, text: deriveTextTemplate(html) }));
  const kept: unknown[] = [];
  const read = () => kept.push(programsOf(JSON.parse(stored)));
  // The first reading also allocates what all readings share, which does not count.
  read();
  const before = usedHeapBytes();
  for (let copy = 0; copy < copies; copy++) read();
  const bytes = (usedHeapBytes() - before) / copies;
  if (kept.includes(null)) throw new Error('The stored programs cannot be read');
  return bytes / Buffer.byteLength(html);
}
