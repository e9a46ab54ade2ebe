import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Offered } from './start.ts';
import { offerVariable } from './variable.ts';

/** Returns the folder of something that all test files share. The first call creates it, which takes some seconds. */
export async function askFor(name: Offered): Promise<string> {
  const address = process.env[offerVariable];
  if (!address) throw new Error('Nothing is offered: run this test with Jest');
  // Not fetch, which gives up after five minutes.
  const [response]: IncomingMessage[] = await once(get(`${address}/${name}`), 'response');
  const answer = response ? await text(response) : '';
  if (response?.statusCode !== 200) throw new Error(`The shared ${name} was not made: ${answer}`);
  return answer;
}
