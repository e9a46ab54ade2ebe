import { creation } from '../../../dashboard/src/api/templates.ts';
import { localSession, openSession } from '../../../dashboard/src/sign-in/session.ts';
import type { NewTemplate } from '../../../functions/manage/contracts/templates.ts';
import { afterEach, expect, jest, test } from '../../jest.ts';
import { draft, templateOf } from '../template.ts';

openSession(localSession(null));
afterEach(() => jest.restoreAllMocks());

const content: NewTemplate = { ...draft, id: 'letter', kind: 'template', testData: {} };
const served = templateOf();
const taken = {
  ...{ type: 'about:blank', code: 'taken', title: 'Taken', status: 409 },
  ...{ requestId: 'request', errors: [] },
};

/** A service that creates the template, and whose first answer is lost. */
function loseFirstAnswer(): void {
  jest
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(Response.json(taken, { status: 409 }))
    .mockResolvedValueOnce(Response.json(served));
}

const outcomeOf = (asked: Promise<{ id: string }>) =>
  asked.then(({ id }) => id).catch(({ message }: Error) => message);

test('a template whose creation had no answer is not taken by somebody else when it is created again', async () => {
  loseFirstAnswer();
  const create = creation();

  expect([await outcomeOf(create(content)), await outcomeOf(create(content))]).toEqual([
    'The service could not be reached',
    'letter',
  ]);
});

test('another template with the id of one whose creation had no answer is refused', async () => {
  loseFirstAnswer();
  const create = creation();

  await outcomeOf(create(content));
  expect(await outcomeOf(create({ ...content, html: '<p>Other</p>' }))).toBe('Taken');
});
