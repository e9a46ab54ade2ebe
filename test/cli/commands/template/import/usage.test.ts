import { readdir } from 'node:fs/promises';
import { expect, test } from '../../../../jest.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { refused, runHere, wordsOf } from '../../../in-process.ts';

const folder = temporaryFolder();

test.each(['sendgrid', 'resend', 'mailgun --domain acme.example'])(
  'template import --from %s without the key in the environment writes nothing',
  async (source) => {
    const words = `template import --from ${source} --key-from KEY --out templates`;

    expect(await runHere(wordsOf(words), {}, folder)).toEqual(
      refused("The environment has no KEY: put the service's key there"),
    );
    expect(await readdir(folder)).toEqual([]);
  },
);
