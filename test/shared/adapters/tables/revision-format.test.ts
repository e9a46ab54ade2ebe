import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import {
  decodeLanguage,
  decodeRevision,
  decodeServed,
  encodeRevision,
  type TemplateRevision,
} from '../../../../shared/adapters/tables/revision-format.ts';
import { expect, test } from '../../../jest.ts';

const revision = (html: string): TemplateRevision => ({
  format: 1,
  name: 'Welcome',
  subject: 'Hello',
  html,
  textTemplate: null,
  compiled: { subject: [], html: [html], text: null, textIsDerived: false, variables: [] },
  plan: null,
});

test('a stored revision decodes to what was encoded, and the same content gives the same bytes', () => {
  const original = { ...revision('<p>ü 🎉</p>'), text: 'own', testData: { a: [1] }, flow: {} };

  const content = encodeRevision(original);

  expect(decodeRevision(content)).toEqual(original);
  expect(encodeRevision(original)).toEqual(content);
});

test('a stored revision has its languages, and each can be decoded alone', () => {
  const pt = {
    subject: 'Olá',
    html: '<p>Olá\n🎉</p>',
    text: 'a\nb',
    compiled: revision('pt').compiled,
  };
  const de = { subject: 'Hallo', html: '<p>ü</p>', compiled: revision('de').compiled };
  const original = { ...revision('<p>\n</p>'), language: 'en', languages: { de, pt } };

  const content = encodeRevision(original);

  expect(decodeRevision(content)).toEqual(original);
  expect(decodeServed(content)).toEqual({
    ...revision('<p>\n</p>'),
    language: 'en',
    tags: ['de', 'pt'],
  });
  expect(decodeLanguage(content, 1)).toEqual(pt);
});

test('a stored revision has its HTML only once, although its programs repeat it', () => {
  const incompressible = randomBytes(200 * 1024).toString('hex');

  const once = encodeRevision({ ...revision(incompressible), compiled: revision('').compiled });
  const twice = encodeRevision(revision(incompressible));

  expect(twice.length).toBeLessThan(once.length * 1.01);
});

test('a stored revision of a newer format is refused', () => {
  const content = zstdCompressSync(JSON.stringify({ ...revision(''), format: 2 }));

  expect(() => decodeRevision(content)).toThrow(
    'The template was saved by a newer version of the service: deploy that one again',
  );
});

test.each([
  ['no subject', { ...revision(''), subject: undefined }],
  ['no object', []],
])('a stored revision with %s is not read', (_, stored) => {
  const content = zstdCompressSync(JSON.stringify(stored));

  expect(() => decodeRevision(content)).toThrow();
});
