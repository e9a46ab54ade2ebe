import { Stops } from '../../local/stops.ts';

/**
 * Does a piece of work whose parts are stopped when it ends, in whatever way, or when all of `outer`
 * is stopped in the middle of it.
 */
export async function within<T>(outer: Stops, work: (stops: Stops) => Promise<T>): Promise<T> {
  const stops = outer.add(new Stops(), (inner) => inner.all());
  try {
    return await work(stops);
  } finally {
    await stops.all();
  }
}
