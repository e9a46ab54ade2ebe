import {
  attachmentOf,
  withCid,
} from '../../../../../dashboard/src/pages/editor/test-send/attached-files.ts';
import { expect, test } from '../../../../jest.ts';

const attached = (id: string, cid: string | null = null) => {
  return { id, file: new File(['x'], `${id}.png`), cid };
};

test('a Content-ID that is given to another file is taken from the one that had it', () => {
  const files = [attached('a', 'logo'), attached('b'), attached('c')];

  const changed = withCid(files, attached('b'), 'logo');
  const none = withCid(changed, attached('b'), null);

  expect(changed.map(({ cid }) => cid)).toEqual([null, 'logo', null]);
  expect(none.map(({ cid }) => cid)).toEqual([null, null, null]);
});

test('a file is sent with all its bytes', async () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256);
  const whole = { id: '1', file: new File([bytes], 'all.bin'), cid: 'all' };

  const { content, ...rest } = await attachmentOf(whole);

  expect(rest).toEqual({ name: 'all.bin', cid: 'all' });
  expect(Buffer.from(content, 'base64').equals(bytes)).toBe(true);
});

test('a file that cannot be read any more is named', async () => {
  const gone = Object.assign(new File(['x'], 'gone.pdf'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });

  await expect(attachmentOf({ id: '1', file: gone, cid: null })).rejects.toThrow(
    'gone.pdf could not be read: choose it again',
  );
});
