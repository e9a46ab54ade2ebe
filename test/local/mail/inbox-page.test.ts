import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inboxPage } from '../../../local/mail/inbox-page.ts';

describe('the page of the inbox', () => {
  test("the inbox's page has one script, which its policy allows by its hash, and nothing else that runs", () => {
    const { html, headers } = inboxPage();

    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text ?? '',
    );
    const hashes = scripts.map((text) => createHash('sha256').update(text).digest('base64'));
    expect(hashes).toHaveLength(1);
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hashes[0]}';`);
    expect(html).not.toMatch(/\son[a-z]+="|javascript:/);
  });

  test("the inbox's page puts each mail into a sandboxed frame without scripts and without its own origin", () => {
    const { html } = inboxPage();

    const frames = [...html.matchAll(/<iframe[^>]*>/g)].map(([tag]) => tag);
    expect(frames).toHaveLength(1);
    expect(frames[0]).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  test("the inbox's page is refused if the package has another one", () => {
    expect(() => inboxPage('<html></html>')).toThrow(
      'local/mail/inbox-page.ts was written for another version',
    );
  });
});
