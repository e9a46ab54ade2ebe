import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown if the page cannot be used. The message is one sentence, with the place of the first error if it is known. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** The CSP hash of the preview's one inline script: `'self'` does not match its opaque origin. Throws a `PageError`. */
export function previewScriptHash(page: string): string {
  const html = readFileSync(join(page, 'preview.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  const [, attributes = '', text = ''] = scripts[0] ?? [];
  if (scripts.length !== 1 || /\bsrc\b/.test(attributes)) {
    throw new PageError(
      'dashboard/preview.html must have exactly one script, and it must be inline',
    );
  }
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
