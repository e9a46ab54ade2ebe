/** The headers of every answer: no other origin may frame or load it, and the browser must not guess its type. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const policy = (...lines: string[]) => ({ 'content-security-policy': lines.join('; ') });

/**
 * Allow the page's own script and style, and mails in frames. Without a referrer the browser would send its form with
 * `Origin: null`, as from another site.
 */
export const pageHeaders = {
  ...policy(
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ),
  'referrer-policy': 'same-origin',
};

/**
 * A mail in its frame runs and loads nothing; its origin is opaque, even outside the frame. Styles in its elements are
 * allowed; the other lines forbid what a style could load.
 */
export const frameHeaders = {
  ...policy(
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ),
  'x-frame-options': 'SAMEORIGIN',
};

/** A file of a mail is saved, never shown: it may be a page or a drawing with scripts. */
export function savedAs(name: string): Record<string, string> {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    ...policy('sandbox', "default-src 'none'", "frame-ancestors 'none'"),
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
  };
}
