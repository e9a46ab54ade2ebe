import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { doorAt, eventOf } from './at-the-door.ts';

/**
 * Requests as the SDKs of other mail APIs send them, each named by SDK and version, and beside it what the door makes of
 * it. Only the node SDKs ran; the others were read in their sources.
 */
const folder = join(import.meta.dirname, 'wire');
const names = readdirSync(folder)
  .filter((name) => !name.endsWith('.v1.json'))
  .map((name) => name.replace('.json', ''));

test.each(names)('the request %s becomes its request to /v1', async (name) => {
  const request = read(`${name}.json`);

  const door = doorAt(request.door);
  const requests = await door.toV1(eventOf(request.door, request));

  const made = requests.map(({ body, from, strict }) => ({
    ...{ door: { name: door.name, from, strict }, body },
  }));
  expect(JSON.parse(JSON.stringify(made))).toEqual([read(`${name}.v1.json`)]);
});

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
