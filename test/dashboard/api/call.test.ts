import * as z from 'zod/mini';
import { call, callForEmptyAnswer } from '../../../dashboard/src/api/call.ts';
import { isTransient, OtherVersion, Unreachable } from '../../../dashboard/src/api/problem.ts';
import { localSession, openSession } from '../../../dashboard/src/sign-in/session.ts';
import { afterEach, expect, jest, onTestFinished, test } from '../../jest.ts';

openSession(localSession(null));
afterEach(() => jest.restoreAllMocks());

const shape = z.object({ items: z.array(z.string()) });

function answerWith(body: string | null, status = 200): void {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
}

const errorOf = (asked: Promise<unknown>) =>
  asked.then(() => null).catch((error: unknown) => error);

test.each(['<!doctype html><title>Guest Wi-Fi</title>', '', '{"items":["on'])(
  'the answer %j of a network or of a service that stopped is no answer, and the request may be repeated',
  async (body) => {
    answerWith(body);

    const error = await errorOf(call('/templates', shape));

    expect([error instanceof Unreachable, isTransient(error), String(error)]).toEqual([
      true,
      true,
      'Unreachable: The service’s answer did not arrive whole, or your network answered in its place',
    ]);
  },
);

test('a value of a newer version says that the versions differ', async () => {
  answerWith('{"items":"all"}');

  const error = await errorOf(call('/templates', shape));

  expect(error).toBeInstanceOf(OtherVersion);
  expect(error).toMatchObject({
    message: 'This page and the service are of different versions: reload the page',
  });
});

test('a deletion that another program answers with a page is not taken for done', async () => {
  answerWith('<!doctype html><title>Guest Wi-Fi</title>');
  expect(await errorOf(callForEmptyAnswer('/templates/a', { method: 'DELETE' }))).toBeInstanceOf(
    Unreachable,
  );

  answerWith(null, 204);
  expect(await errorOf(callForEmptyAnswer('/templates/a', { method: 'DELETE' }))).toBeNull();
});

test('a request without an answer ends, and one that the page gave up is no fault of the service', async () => {
  const [patience, givenUp] = [new AbortController(), new AbortController()];
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );

  const left = errorOf(call('/templates', shape, { signal: givenUp.signal }));
  givenUp.abort(new Error('The page was left'));
  const waiting = errorOf(call('/templates', shape));
  patience.abort(new Error('Too long'));

  expect([String(await left), String(await waiting)]).toEqual([
    'Error: The page was left',
    'Unreachable: The service could not be reached',
  ]);
});

test('a refusal ends the session, unless the user has signed in again since the request', async () => {
  const ended = jest.fn();
  let token = 'old';
  onTestFinished(() => openSession(localSession(null)));
  openSession({
    ...{ ...localSession(null), ended },
    headers: () => new Headers({ authorization: `Bearer ${token}` }),
  });
  const refused = () => new Response('{}', { status: 401 });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => refused());

  await errorOf(call('/templates', shape));
  const before = ended.mock.calls.length;
  const late = errorOf(call('/templates', shape));
  token = 'new';
  await late;

  expect([before, ended.mock.calls.length]).toEqual([1, 1]);
});
