import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { formatHtml } from '../../dashboard/src/pages/editor/format/format-html.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openWindow } from './harness/browser.ts';

openBrowserForFile();

const sources = [
  'templates',
  'dashboard/src/pages/templates/starters',
  'docs/examples',
  'test/cli/commands/template/import/fixtures/postmark-templates',
  'test/shared/engine/render/emails',
]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.html'))
  .map((file) => readFileSync(file, 'utf8'));

declare const formatter: { formatHtml: typeof formatHtml };

/** A page that can format. It loads nothing of a mail. */
async function openFormatter(): Promise<Page> {
  const bundle = await build({
    entryPoints: ['dashboard/src/pages/editor/format/format-html.ts'],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'formatter' },
  });
  const page = await openWindow();
  await page.route(/^https?:/, (route) => route.abort());
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ content: `${bundle.outputFiles[0]?.text}` });
  return page;
}

/** Formats a source, and returns the visible text before and after. This function runs in the page. */
function formatAndSee(source: string) {
  const seen = (html: string) => {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-same-origin');
    frame.width = '700';
    document.body.append(frame);
    const mail = frame.contentDocument;
    if (!mail) throw new Error('The frame has no document');
    mail.open();
    mail.write(html);
    mail.close();
    const attributes = [...mail.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(
        ({ name, value }) => `${name}=${value.trim().replaceAll(/\s+/g, ' ')}`,
      ),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: innerText is what the browser lays out
    const text = mail.body.innerText.trim();
    frame.remove();
    return [text, ...attributes].join('\n');
  };
  try {
    const text = formatter.formatHtml(source);
    return { text, before: seen(source), after: seen(text) };
  } catch (error) {
    return { why: String(error) };
  }
}

test('the formatter changes nothing that a reader sees, and refuses few of the templates of this project', async () => {
  const page = await openFormatter();

  const differing: unknown[] = [];
  const refused: string[] = [];
  for (const source of sources) {
    const result = await page.evaluate(formatAndSee, source);
    if (result.why !== undefined) refused.push(result.why);
    else if (result.before !== result.after) differing.push(result);
  }

  expect(differing).toEqual([]);
  // The formatter refuses a source if it would insert a space into a line of text.
  expect(refused.length).toBeLessThan(sources.length / 4);
});

test('the formatter leaves tags and conditional comments alone, and refuses what would be seen', async () => {
  const page = await openFormatter();
  const written =
    '<div><!--[if mso]><table><tr><td><![endif]--><p>{{a|two  spaces}}</p>{{#b}}<p>x</p>{{/b}}<!--[if mso]></td></tr></table><![endif]--></div>';
  const seenSpace = '<p style="white-space: pre">a   b</p>';

  const [comments, spaces] = [
    await page.evaluate(formatAndSee, written),
    await page.evaluate(formatAndSee, seenSpace),
  ];

  expect(comments.after).toBe(comments.before);
  expect(comments.text).toContain('{{a|two  spaces}}');
  expect(spaces.why).toContain('The HTML uses white-space: pre');
});
