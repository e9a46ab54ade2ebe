import type { Offered } from './start.ts';
import { offerVariable } from './variable.ts';

/** Returns the folder of something that all test files share. The first call creates it, which takes some seconds. */
export async function askFor(name: Offered): Promise<string> {
  const address = process.env[offerVariable];
  if (!address) throw new Error('Nothing is offered: run this test with Jest');
  const response = await fetch(`${address}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The shared ${name} was not made: ${answer}`);
  return answer;
}
