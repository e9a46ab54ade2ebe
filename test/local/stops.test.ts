import { afterEach, describe, expect, test, vi } from 'vitest';
import { Stops } from '../../local/stops.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the started parts', () => {
  test('is stopped once, last first, each after the one before', async () => {
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

  test('is stopped although another part fails to', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stops = new Stops();
    const order: string[] = [];
    stops.add('first', (name) => void order.push(name));
    stops.add('second', () => {
      throw new Error('no');
    });

    await stops.all();

    expect(order).toEqual(['first']);
  });
});
