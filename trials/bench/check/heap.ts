import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../shared/engine/render/derive-text.ts';
import { smallMailTemplate } from '../render/mails.ts';
import { usedHeapBytes } from '../rounds.ts';

/** So many that other movements of the heap are small beside them. */
const copies = 1000;

/** Bytes of heap that a kept template takes for each byte of its source, as read from its stored programs. */
export function heapOfSource(): number {
  const { subject, html } = smallMailTemplate;
  const stored = JSON.stringify(compileTemplate({ subject, html, text: deriveTextTemplate(html) }));
  const kept: unknown[] = [];
  const read = () => kept.push(programsOf(JSON.parse(stored)));
  // The memory that the first reading needs once does not count.
  read();
  const before = usedHeapBytes();
  for (let copy = 0; copy < copies; copy++) read();
  const bytes = (usedHeapBytes() - before) / copies;
  if (kept.includes(null)) throw new Error('The stored programs cannot be read');
  return bytes / Buffer.byteLength(html);
}
