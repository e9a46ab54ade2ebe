import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../../dashboard/src/api/call.ts';
import { OtherVersion, Unreachable } from '../../../dashboard/src/api/problem.ts';
import { localSession, openSession } from '../../../dashboard/src/sign-in/session.ts';

beforeAll(() => openSession(localSession(null)));
afterEach(() => vi.unstubAllGlobals());

const plan = z.object({ plan: z.enum(['free', 'pro']) });

/** What `call` throws if the service answers with this body. */
async function thrownFor(body: string | ReadableStream): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body));
  return call('/account', plan, { method: 'PUT' }).catch((error: unknown) => error);
}

test.each([
  ['a value of a newer version', '{"plan":"team"}', 'plan'],
  ['the page itself', '<!doctype html>', 'JSON'],
])(
  'an answer with %s says that the versions differ, and keeps what was wrong for a copy',
  async (_, body, word) => {
    const error = await thrownFor(body);

    expect(error).toBeInstanceOf(OtherVersion);
    expect(error).toMatchObject({
      message: 'This page and the service are of different versions: reload the page',
      details: expect.stringMatching(new RegExp(`^PUT /account\\n[^]*${word}`)),
    });
  },
);

test('an answer that ends before it is complete has not arrived', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('lost')) });

  expect(await thrownFor(broken)).toBeInstanceOf(Unreachable);
});
