import { PassThrough } from 'node:stream';
import { answerTo } from '../../../cli/terminal/dialog.ts';
import { expect, test } from '../../jest.ts';

test('an answer to a question is the typed text, without spaces around it', async () => {
  const input = new PassThrough();
  const answer = answerTo('Sure? ', input, new PassThrough());

  input.write('  yes \n');

  await expect(answer).resolves.toBe('yes');
});

test('the end of the input instead of an answer is an error', async () => {
  const input = new PassThrough();
  const answer = answerTo('Sure? ', input, new PassThrough());

  input.end();

  await expect(answer).rejects.toThrow('There was no answer to the question');
});

test('Ctrl-C is not taken for an answer', async () => {
  const input = new PassThrough();
  const answer = answerTo('Sure? ', input, Object.assign(new PassThrough(), { isTTY: true }));

  input.write('\u0003');

  await expect(answer).rejects.toThrow('There was no answer to the question');
});
