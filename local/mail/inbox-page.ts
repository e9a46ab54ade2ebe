import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The page that shows the mails, as it is served. */
export interface InboxPage {
  html: string;
  headers: Record<string, string>;
}

/**
 * What every answer of the mail server says to a browser: no page of another address shows it in a
 * frame or loads it, and what it calls JSON is nothing else.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * The page of aws-ses-v2-local, changed so that a mail in it runs nothing and loads nothing: the page
 * writes each mail into a frame of its own origin, where the mail's scripts could read all others.
 * Here the frame is sandboxed and has an origin of its own, and the page's policy, which holds in the
 * frame too, knows one script by its hash.
 *
 * Throws where the package's page is not the one that this knows.
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

/** A link opens a page of its own at a click: in the frame there is nothing but the mail. */
const frame = 'sandbox="allow-popups allow-popups-to-escape-sandbox"';
const beforeMail = '<!doctype html><base target="_blank">';

/** The policy lets no attribute run: the page's buttons say by name which of its functions they mean. */
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
    `The page of aws-ses-v2-local has no ${from}: local/mail/inbox-page.ts knows another`,
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
    // Mails are styled in their elements; what a style would load is refused by the lines around.
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
