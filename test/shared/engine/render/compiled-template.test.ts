import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { compiledBytes } from '../../../../shared/engine/render/compiled-bytes.ts';
import {
  readCompiledTemplate,
  readPrograms,
} from '../../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../../shared/engine/render/derive-text.ts';
import { storedTemplate } from './rendering.ts';

const html = '<ol>{{#l}}<li>{{a|x}}</li>{{/l}}</ol>';

const sound = () => storedTemplate({ html, text: deriveTextTemplate(html) });

describe('a stored template', () => {
  test('is read as it was stored', () => {
    expect(readCompiledTemplate(sound())).toEqual(sound());
    expect(readCompiledTemplate(storedTemplate({ html }))).toEqual(storedTemplate({ html }));
  });

  test('is read for rendering without its version and its variables', () => {
    const { version, variables, ...programs } = sound();

    expect([version, variables.length]).toEqual([3, 2]);
    expect(readPrograms(sound())).toEqual(programs);
  });

  test('is read from the first version too, which knew no guards', () => {
    const first = { ...sound(), version: 1 };

    expect(readCompiledTemplate(first)).toEqual(first);
  });

  test('is read with its guards, where all of them are known', () => {
    const guarded = storedTemplate({ html: '<a href="{{a}}" style="{{b}}{{c}}">' });
    const text = JSON.stringify(guarded);

    expect(readCompiledTemplate(guarded)).toEqual(guarded);
    expect(readCompiledTemplate(JSON.parse(text.replace('"style"', '"script"')))).toBeNull();
    expect(readCompiledTemplate(JSON.parse(text.replace('"isRaw":false', '"isRaw":0')))).toBeNull();
  });

  test.each([
    ['nothing', null],
    ['a text', 'x'],
    ['an empty object', {}],
    ['another version', { ...sound(), version: 2 }],
    ['no version', { ...sound(), version: undefined }],
    ['no HTML', { ...sound(), html: undefined }],
    ['a text that is none', { ...sound(), text: 'x' }],
    ['no word on the text', { ...sound(), textIsDerived: null }],
    ['no variables', { ...sound(), variables: {} }],
    ['an unknown step', { ...sound(), html: [{ kind: 'loop' }] }],
    ['a step that is none', { ...sound(), html: [null] }],
    ['a placeholder without a name', { ...sound(), html: [{ kind: 'value', path: [] }] }],
    [
      'a path of numbers',
      { ...sound(), html: [{ kind: 'value', name: 'a', path: [1], isRaw: false, default: null }] },
    ],
    ['a section without an end', { ...sound(), html: sound().html.slice(0, 2) }],
    ['a close without a section', { ...sound(), html: ['x', { kind: 'close', start: 0 }] }],
    ['a jump out of the program', { ...sound(), html: [{ kind: 'close', start: 7 }] }],
    ['a list without its number', { ...sound(), text: [{ kind: 'list' }] }],
  ])('is not read from %s', (_, value) => {
    expect(readCompiledTemplate(value)).toBeNull();
    expect(readPrograms(value)).toBeNull();
  });
});

describe('the estimate of a compiled template’s size', () => {
  test('is at most 25 KB for a mail of 12 KB', () => {
    const mail = readFileSync(new URL('./emails/mjml.html', import.meta.url), 'utf8');
    const paragraph =
      '<p style="margin:0 0 16px;font-family:helvetica;font-size:13px">We send this mail to those who asked for it, and to nobody else; write to us if you did not.</p>\n';
    const padded = mail.replace('</body>', `${paragraph.repeat(29)}</body>`);

    const bytes = compiledBytes(storedTemplate({ html: padded, text: deriveTextTemplate(padded) }));

    expect(padded.length).toBeGreaterThan(12_000);
    expect(bytes).toBeGreaterThan(12_000);
    expect(bytes).toBeLessThan(25_000);
  });

  test('counts two bytes a character where a text needs them', () => {
    const narrow = compiledBytes(storedTemplate({ html: 'x'.repeat(10_000) }));
    const wide = compiledBytes(storedTemplate({ html: '€'.repeat(10_000) }));

    expect(wide - narrow).toBe(10_000);
  });
});
