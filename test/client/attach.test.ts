import { attach } from '../../client/src/index.ts';
import { expect, test } from '../jest.ts';

const decoded = (content: string | null | undefined) => Buffer.from(content ?? '', 'base64');

test.each([...[0, 1, 2, 3, 255, 24_575, 24_576, 24_577, 24_578, 3 * 2 ** 20]])(
  'attach encodes each byte of a file of %d bytes',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);

    const [ofBytes, ofBlob] = [
      await attach(bytes, 'a.bin'),
      await attach(new Blob([bytes]), 'a.bin'),
    ];

    expect(ofBytes).toEqual({ name: 'a.bin', content: Buffer.from(bytes).toString('base64') });
    expect(ofBlob).toEqual(ofBytes);
  },
);

test('attach encodes only the part of a buffer that the file is', async () => {
  const whole = Uint8Array.from([1, 2, 3, 4, 5]);

  const { content } = await attach(whole.subarray(1, 4), 'a.bin');

  expect([...decoded(content)]).toEqual([2, 3, 4]);
});

test('attach keeps the name, the Content-ID and the type', async () => {
  const options = { cid: 'logo', type: 'image/svg+xml' };

  const entry = await attach(new Uint8Array([65]), 'Übersicht 概要.svg', options);

  expect(entry).toEqual({ name: 'Übersicht 概要.svg', content: 'QQ==', ...options });
});

test('attach uses the encoding of the platform, if it has one', async () => {
  const toBase64 = { configurable: true, value: () => 'from the platform' };
  const before = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'toBase64');
  Object.defineProperty(Uint8Array.prototype, 'toBase64', toBase64);
  const { content } = await attach(Uint8Array.of(1), 'a.bin');
  if (before) Object.defineProperty(Uint8Array.prototype, 'toBase64', before);
  else Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');

  expect(content).toBe('from the platform');
});

test.each([
  ['a file over 3 MB', new Uint8Array(3 * 2 ** 20 + 1)],
  ['a Blob over 3 MB', new Blob([new Uint8Array(3 * 2 ** 20 + 1)])],
])('attach refuses %s', async (_, file) => {
  await expect(attach(file, 'plan.pdf')).rejects.toThrow(
    new RangeError(
      'plan.pdf is larger than 3 MB: put it into a bucket of the deployment, and name it by s3',
    ),
  );
});

test.each([
  ['a path', './plan.pdf'],
  ['nothing', undefined],
  ['an ArrayBuffer', new ArrayBuffer(1)],
])('attach refuses %s in place of a file', async (_, file) => {
  // @ts-expect-error a program without types passes anything
  const attached = attach(file, 'plan.pdf');

  await expect(attached).rejects.toThrow(
    new TypeError('The content of plan.pdf must be a Blob or a Uint8Array'),
  );
});
