import fc from 'fast-check';
import { bodyWithFiles } from '../../../../shared/adapters/ses/body-with-files.ts';
import { expect, test } from '../../../jest.ts';

const mailOf = (contents: readonly string[], text = '') => ({
  text,
  files: contents.map((RawContent) => ({ name: 'ü.pdf', RawContent })),
  end: text,
});

test('a body made in parts is the JSON of the mail with its files in base64, whatever its texts are', () => {
  const file = fc.uint8Array({ maxLength: 40 });
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"RawContent":""', 'RawContent', '\\"RawContent\\":\\"\\"'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(file, fc.boolean())), text, (given, written) => {
      const contents = given.map(([bytes]) => Buffer.from(bytes).toString('base64'));
      const files = given.map(([bytes, asText], index) =>
        asText ? (contents[index] ?? '') : bytes,
      );

      const { bytes, parts } = bodyWithFiles(
        mailOf(
          files.map(() => ''),
          written,
        ),
        files,
      );

      const body = [...parts()].join('');
      expect(body).toBe(JSON.stringify(mailOf(contents, written)));
      expect(bytes).toBe(Buffer.byteLength(body));
      expect([...parts()].join('')).toBe(body);
    }),
  );
});

const sizes = [48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, 1_000_000];

test.each(sizes)('a file of %d bytes is encoded without a gap', (size) => {
  const file = Buffer.alloc(size, 'abcdefg');

  const { parts } = bodyWithFiles(mailOf(['', '']), [file, file.toString('base64')]);

  const { files } = JSON.parse([...parts()].join(''));
  for (const { RawContent } of files)
    expect(Buffer.from(RawContent, 'base64').equals(file)).toBe(true);
});
