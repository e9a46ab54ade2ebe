import { expect, test } from '../../jest.ts';
import { only, permissionsOf, resources, synthesised, variablesOf } from '../synthesised.ts';

const senders = ['hello@example.com'];
const without = synthesised({ senders, dashboard: true });
const withBuckets = synthesised({
  senders,
  dashboard: true,
  attachmentBuckets: ['acme-contracts', 'acme.archive'],
});

const readers = ['Execute', 'Batch', 'Due'];
const functions = [
  ...readers,
  ...['Authorizer', 'NotFound', 'Render', 'Verify', 'Message', 'Cancel', 'Events', 'Webhooks'],
  'Manage',
];

test('the functions that accept and send mails may read the objects of the buckets, and nothing more', () => {
  for (const id of readers) {
    expect(permissionsOf(withBuckets, id)).toEqual({
      ...permissionsOf(without, id),
      's3:GetObject': [
        `arn:\${AWS::Partition}:s3:::acme-contracts/*`,
        `arn:\${AWS::Partition}:s3:::acme.archive/*`,
      ],
    });
  }
});

test('no other function may do anything with S3', () => {
  const allowed = functions.filter((id) =>
    Object.keys(permissionsOf(withBuckets, id)).some((action) => action.startsWith('s3:')),
  );

  expect(allowed).toEqual(readers);
});

test('the functions that may read the buckets know which they are, and can be given another address of S3', () => {
  const told = functions.filter(
    (id) => variablesOf(withBuckets, id).ATTACHMENT_BUCKETS === 'acme-contracts,acme.archive',
  );
  const addressed = functions.filter(
    (id) => variablesOf(withBuckets, id).AWS_ENDPOINT_URL_S3 === '',
  );

  expect([told, addressed]).toEqual([readers, readers]);
});

test('only the functions that send mails read whole objects, and may free their memory', () => {
  const freeing = functions.filter(
    (id) => variablesOf(withBuckets, id).NODE_OPTIONS === '--expose-gc',
  );

  expect(freeing).toEqual(['Execute', 'Due']);
});

test('the functions that send mails have twice the memory, and with it more CPU, if files can come from buckets', () => {
  const memoryIn = (template: typeof without) =>
    ['Execute', 'Due'].map(
      (id) => only(template, 'AWS::Lambda::Function', id).properties.MemorySize,
    );

  expect(memoryIn(without)).toEqual([256, 256]);
  expect(memoryIn(withBuckets)).toEqual([512, 512]);
});

test('a deployment without buckets has nothing of S3 in its functions', () => {
  expect(JSON.stringify(resources(without, 'AWS::Lambda::Function'))).not.toMatch(
    /ATTACHMENT_BUCKETS|AWS_ENDPOINT_URL_S3|expose-gc/,
  );
});
