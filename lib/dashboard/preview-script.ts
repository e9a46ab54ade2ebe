import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageError } from './page-asset.ts';

/**
 * What a CSP calls the one script of the built preview (CSP 3, "hash-source"): the frame's origin is
 * opaque, so that neither `'self'` nor an address would let it run.
 *
 * Throws a `PageError` when the preview has another number of scripts, or one of a file.
 */
export function previewScriptHash(page: string): string {
  const html = readFileSync(join(page, 'preview.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  const [, attributes = '', text = ''] = scripts[0] ?? [];
  if (scripts.length !== 1 || /\bsrc\b/.test(attributes)) {
    throw new PageError(
      'The preview must have one script, and have it inline: dashboard/preview.html',
    );
  }
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
