import { isDiskFull } from '../../../cli/files/error-code.ts';
import { expect, test } from '../../jest.ts';

const withCode = (code: string) => Object.assign(new Error('write'), { code });

test.each([
  ['is known by the code of the system', withCode('ENOSPC')],
  ['is a quota that is used up', withCode('EDQUOT')],
  ['is a file that may not grow', withCode('EFBIG')],
  [
    'is known by what the store of the tables quotes',
    new Error('IO error: 000010.log: No space left on device'),
  ],
  [
    'is found among the causes',
    new Error('no', { cause: new Error('x', { cause: withCode('ENOSPC') }) }),
  ],
  ['is found in what a process printed', 'Error: ENOSPC: no space left on device, copyfile'],
])('a full disk is recognised: %s', (_, fault) => {
  expect(isDiskFull(fault)).toBe(true);
});

test.each([withCode('EACCES'), new Error('Space is the place'), 'ENOENT', null, undefined])(
  'a fault that is not a full disk is not taken for one: %s',
  (fault) => {
    expect(isDiskFull(fault)).toBe(false);
  },
);
