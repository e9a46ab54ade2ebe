import { writeSync } from 'node:fs';
import { isDiskFull } from '../../cli/files/disk-full.ts';

/**
 * Appends to a log. What a full disk does not take is left out: a function of Lambda's does not fail
 * because of its log either.
 */
export function writeUnlessFull(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    writeSync(descriptor, bytes);
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault;
  }
}
