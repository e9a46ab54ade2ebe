import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The page that shows the mails, with its headers. */
export interface InboxPage {
  html: string;
  headers: Record<string, string>;
}

/**
 * The headers of every answer of the mail server: no page of another origin may frame or load it, and the browser
 * must not guess its type.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * The page of aws-ses-v2-local, changed so that a mail in it runs nothing and loads nothing. The package writes each
 * mail into a frame of the page's origin, where the mail's scripts could read all other mails. Here the frame is
 * sandboxed with a separate origin, and the page's policy, which also applies in the frame, allows one script by its
 * hash.
 *
 * Throws if a new version of the package has changed the page.
 */
export function inboxPage(source = packagePage()): InboxPage {
  const html = changes.reduce(changed, source);
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  return {
    html,
    headers: {
      ...answerHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(script),
    },
  };
}

/** A click on a link opens a new page, because the frame shows only the mail. */
const frame = 'sandbox="allow-popups allow-popups-to-escape-sandbox"';
const beforeMail = '<!doctype html><base target="_blank">';

/** The policy forbids scripts in attributes: so the buttons name their function in a data attribute. */
const clicks = `
        const calls = { toggle, clearStore, changeTheme, downloadEmail }
        document.addEventListener('click', ({ target }) => {
            const [, name, argument] = /^(\\w+)\\((?:'([^']*)')?\\)$/.exec(target.dataset.call ?? '') ?? []
            if (Object.hasOwn(calls, name)) calls[name](argument)
        })
`;

const changes: readonly [from: RegExp, to: string][] = [
  [/ onclick="/g, ' data-call="'],
  [/(<iframe [^>]*)src="javascript:void\(0\);"/g, `$1${frame}`],
  [/const iframeDoc = .*\n/g, ''],
  [/iframeDoc\.body\.innerHTML = /g, `iframe.srcdoc = '${beforeMail}' + `],
  [/(?=<\/script>)/g, clicks],
];

function changed(html: string, [from, to]: (typeof changes)[number]): string {
  if (html.search(from) >= 0) return html.replace(from, to);
  throw new Error(
    `The page of aws-ses-v2-local has no ${from}: local/mail/inbox-page.ts was written for another version`,
  );
}

function packagePage(): string {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve('aws-ses-v2-local/static/index.html'), 'utf8');
}

function policy(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // Mails have styles in their elements. The other lines forbid everything that a style could load.
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
