import { type References, resolve } from '../../../local/template/resolve.ts';
import { expect, test } from '../../jest.ts';

const references: References = {
  ref: (name) => `<${name}>`,
  attribute: (logicalId, name) => `<${logicalId}.${name}>`,
};

test.each([
  ['Ref', { Ref: 'Table' }, '<Table>'],
  ['Fn::GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, '<Table.Arn>'],
  ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'B' }]] }, 'a-<B>'],
  ['Fn::Split and Fn::Select', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
  ['Fn::Sub', { 'Fn::Sub': '${A}/${AWS::Region}' }, '<A>/<AWS::Region>'],
  ['any in depth', { a: [{ b: { Ref: 'C' } }, 1, null] }, { a: [{ b: '<C>' }, 1, null] }],
  ['none: an object with more keys', { Ref: 'A', other: 1 }, { Ref: 'A', other: 1 }],
])('an intrinsic function is resolved: %s', (_, value, resolved) => {
  expect(resolve(value, references)).toEqual(resolved);
});

test.each([
  [
    { 'Fn::ImportValue': ['x'] },
    'The stack uses Fn::ImportValue, which the local run does not support.',
  ],
  [{ 'Fn::Join': 'x' }, 'The stack uses an intrinsic function with arguments of an unknown form.'],
])('an unknown intrinsic function is named: %j', (value, sentence) => {
  expect(() => resolve(value, references)).toThrow(sentence);
});
