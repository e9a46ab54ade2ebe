import {
  attachmentOf,
  type Intent,
  intentOf,
  withCid,
} from '../../../../../dashboard/src/pages/editor/test-send/use-test-send.ts';
import { expect, test } from '../../../../jest.ts';

test('a test mail that is tried again keeps its Idempotency-Key, and another one gets a new key', () => {
  const keys = ['one', 'two', 'three'];
  const newKey = () => keys.shift() ?? '';
  const intents: (Intent | null)[] = [null];
  for (const to of ['a@b.example', 'a@b.example', 'c@b.example']) {
    intents.push(intentOf(intents.at(-1) ?? null, { to }, newKey));
  }

  expect(intents.slice(1).map((intent) => intent?.key)).toEqual(['one', 'one', 'two']);
});

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
