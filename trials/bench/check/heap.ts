import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../shared/engine/render/derive-text.ts';
import { smallMail } from '../render/mails.ts';
import * as syntax from '../render/syntax.ts';

/** Enough for the heap's other movements to be small beside them. */
const copies = 1000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many bytes of heap a kept template takes for each byte of its source: as read from its stored programs. */
export function heapOfSource(): number {
  const { stored, sourceBytes } = mailOf12Kilobytes();
  const kept: unknown[] = [];
  const read = () => kept.push(programsOf(JSON.parse(stored)));
  // What reading needs once does not count.
  read();
  const before = usedBytes();
  for (let copy = 0; copy < copies; copy++) read();
  const bytes = (usedBytes() - before) / copies;
  return bytes / sourceBytes;
}

function mailOf12Kilobytes() {
  const html = syntax.write(smallMail.parts, syntax.postrider);
  const text = deriveTextTemplate(html);
  const stored = JSON.stringify(compileTemplate({ subject: 'Your order', html, text }));
  return { stored, sourceBytes: Buffer.byteLength(html) };
}

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
