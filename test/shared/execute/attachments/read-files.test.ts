import type { Objects } from '../../../../shared/adapters/s3/objects.ts';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { checkAttachments } from '../../../../shared/execute/attachments/check-attachments.ts';
import { readFiles } from '../../../../shared/execute/attachments/read-files.ts';
import { expect, test } from '../../../jest.ts';

const bytes = Buffer.from([0, 255, 13, 10, 128]);
const inline = { name: 'a.txt', content: 'YQ==' };
const referred = { name: 'b.pdf', s3: 's3://acme/b' };

/** The objects of a bucket; `change` replaces calls. */
function objectsWith(change: Partial<Objects> = {}) {
  const calls: string[] = [];
  const all: Objects = {
    buckets: ['acme'],
    head: async () => ({ bytes: bytes.length, etag: '"1"' }),
    get: async () => bytes,
    ...change,
  };
  const objects: Objects = {
    ...all,
    head: (place) => {
      calls.push(`head ${place.key}`);
      return all.head(place);
    },
    get: (place, etag) => {
      calls.push(`get ${place.key} ${etag}`);
      return all.get(place, etag);
    },
  };
  return { objects, calls };
}

function read(list: unknown[], objects: Objects, withContent = true) {
  const checked = checkAttachments(list, objects.buckets);
  if (!checked.ok) throw new Error(checked.error);
  return readFiles(checked.files, { objects, withContent });
}

test('each file comes with its name, size, type and content', async () => {
  const { objects, calls } = objectsWith();
  const typed = { ...referred, name: 'c.dat', type: 'text/csv' };
  const list = [{ ...inline, cid: 'a' }, referred, typed];

  expect(await read(list, objects)).toEqual({
    ok: true,
    files: [
      { name: 'a.txt', bytes: 1, type: 'text/plain', cid: 'a', content: 'YQ==' },
      { name: 'b.pdf', bytes: 5, type: 'application/pdf', content: bytes },
      { name: 'c.dat', bytes: 5, type: 'text/csv', content: bytes },
    ],
  });
  expect(calls).toEqual(['head b', 'head b', 'get b "1"', 'get b "1"']);
});

test('without contents the objects are looked at and not read', async () => {
  const { objects, calls } = objectsWith();

  expect(await read([referred], objects, false)).toEqual({
    ok: true,
    files: [{ name: 'b.pdf', bytes: 5, type: 'application/pdf', content: null }],
  });
  expect(calls).toEqual(['head b']);
});

test.each([
  ['report.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['report.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['slides.odp', 'application/vnd.oasis.opendocument.presentation'],
  ['ticket.pkpass', 'application/vnd.apple.pkpass'],
  ['invite.ics', 'text/calendar'],
  ['export.csv', 'text/csv'],
  ['a.unknown-kind', 'application/octet-stream'],
  ['forwarded.eml', 'application/octet-stream'],
])('a file has the type of its extension: %s', async (name, type) => {
  const { objects } = objectsWith();

  expect(await read([{ ...inline, name }], objects)).toMatchObject({ files: [{ type }] });
});

test('20 MB together are taken, and a byte more is refused before an object is read', async () => {
  const of = (size: number) => objectsWith({ head: async () => ({ bytes: size, etag: '"1"' }) });
  const [fits, more] = [of(10 * 2 ** 20), of(10 * 2 ** 20 + 1)];

  expect(await read([referred, referred], fits.objects)).toMatchObject({ ok: true });
  expect(await read([referred, referred], more.objects)).toEqual({
    ok: false,
    field: '_attachments',
    error: '_attachments is larger than 20 MB',
  });
  expect(more.calls).toEqual(['head b', 'head b']);
});

test.each([
  [
    'missing',
    's3://acme/b does not exist, or a policy or its KMS key does not let this deployment read it',
  ],
  ['elsewhere', 'the bucket acme is in another region than this deployment'],
] as const)('an object that is %s is refused with its place', async (problem, complaint) => {
  const { objects } = objectsWith({ head: async () => problem });

  expect(await read([inline, referred], objects)).toEqual({
    ok: false,
    field: '_attachments',
    error: `_attachments[1].s3: ${complaint}`,
  });
});

test.each<[string, Partial<Objects>]>([
  ['is empty', { head: async () => ({ bytes: 0, etag: '"1"' }) }],
  ['changed while it was read', { get: async () => 'changed' }],
])('an object that %s is refused', async (complaint, change) => {
  expect(await read([referred], objectsWith(change).objects)).toMatchObject({
    error: `_attachments[0].s3: s3://acme/b ${complaint}`,
  });
});

test('a fault of S3 is a refusal that says to try again', async () => {
  const fault = new Error('S3 answered 503');
  const { objects } = objectsWith({ head: () => Promise.reject(fault) });

  const refusal = await read([referred], objects).catch((error) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    ...{ status: 500, message: 'Reading the attachments from S3 failed, try again' },
    ...{ retryAfterSeconds: 1, cause: fault },
  });
});
