import mime from 'mime';
import { mediaTypes } from '../../../../shared/execute/attachments/media-type.ts';
import { expect, test } from '../../../jest.ts';

test('every extension has the type that the library mime knows', () => {
  const ours = Object.fromEntries(mediaTypes());
  const theirs = Object.keys(ours).map((extension) => [extension, mime.getType(extension)]);

  // RFC 6350 registers `text/vcard`.
  expect(ours).toEqual({ ...Object.fromEntries(theirs), vcf: 'text/vcard' });
});
