/**
 * Renders the mail of 12 KB once in a fresh process, and prints the microseconds that it took: postrider from a stored
 * program, warmed up as in a function that has loaded; the other engines from their source.
 */
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { engines, fromStored } from './engines.ts';
import { smallMail } from './mails.ts';

const [engine = '', stored = ''] = process.argv.slice(2);
const isOwn = engine === 'postrider';

if (isOwn) warmUp();

const startMs = performance.now();
const render = isOwn ? fromStored(stored, smallMail) : engines[engine]?.(smallMail);
const rendered = render?.();
const us = (performance.now() - startMs) * 1000;
process.stdout.write(JSON.stringify({ us, rendered }));
