import { expect, test } from '../../jest.ts';
import { doorAt, eventOf, requests } from './at-the-door.ts';

test.each(requests)('the request $name becomes its request to /v1', async ({ v1, ...request }) => {
  const door = doorAt(request.door);
  const made = (await door.toV1(eventOf(request.door, request))).map(({ body, from, strict }) => ({
    ...{ door: { name: door.name, from, strict }, body },
  }));

  expect(JSON.parse(JSON.stringify(made))).toEqual([v1]);
});
