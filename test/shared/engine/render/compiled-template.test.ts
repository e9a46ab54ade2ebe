import { readFileSync } from 'node:fs';
import { compiledBytes, programsOf } from '../../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../../shared/engine/render/derive-text.ts';
import { expect, test } from '../../../jest.ts';
import { storedTemplate } from './rendering.ts';

test('the compiled programs of a template do not contain the list of its variables', () => {
  const html = '<ol>{{#l}}<li>{{a|x}}</li>{{/l}}</ol>';
  const { variables, ...programs } = storedTemplate({ html, text: deriveTextTemplate(html) });

  expect(variables).toHaveLength(2);
  expect(programsOf({ variables, ...programs })).toEqual(programs);
});

test('the estimate of a compiled template’s size is at most 25 KB for a mail of 12 KB', () => {
  const mail = readFileSync(new URL('./emails/mjml.html', import.meta.url), 'utf8');
  const paragraph =
    '<p style="margin:0 0 16px;font-family:helvetica;font-size:13px">We send this mail to those who asked for it, and to nobody else; write to us if you did not.</p>\n';
  const padded = mail.replace('</body>', `${paragraph.repeat(29)}</body>`);

  const bytes = compiledBytes(storedTemplate({ html: padded, text: deriveTextTemplate(padded) }));

  expect(padded.length).toBeGreaterThan(12_000);
  expect(bytes).toBeGreaterThan(12_000);
  expect(bytes).toBeLessThan(25_000);
});

test('the estimate of a compiled template’s size counts two bytes a character if a text needs them', () => {
  const narrow = compiledBytes(storedTemplate({ html: 'x'.repeat(10_000) }));
  const wide = compiledBytes(storedTemplate({ html: '€'.repeat(10_000) }));

  expect(wide - narrow).toBe(10_000);
});
