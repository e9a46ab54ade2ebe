import { Stops } from '../../local/stops.ts';
import { afterEach, expect, jest, test } from '../jest.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('the parts of a run are stopped once, the last first, each after the one before', async () => {
  const stops = new Stops();
  const order: string[] = [];
  stops.add('first', (name) => void order.push(name));
  stops.add('second', async (name) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(name);
  });

  await Promise.all([stops.all(), stops.all()]);

  expect(order).toEqual(['second', 'first']);
});

test('the parts of a run are stopped even if another part fails to stop', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const stops = new Stops();
  const order: string[] = [];
  stops.add('first', (name) => void order.push(name));
  stops.add('second', () => {
    throw new Error('no');
  });

  await stops.all();

  expect(order).toEqual(['first']);
});
