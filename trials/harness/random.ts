/** Numbers from 0 to below 1, the same for the same seed. */
export type Random = () => number;

/**
 * A separate source of numbers for each list of words. So the faults of a call depend only on the seed and on the call's
 * own place in the run, never on how the threads of the run happened to interleave.
 *
 * The words are hashed with FNV-1a, the numbers made by mulberry32.
 */
export function randomFrom(...words: (string | number)[]): Random {
  let state = fnv1a(words.join('/'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of a list, each equally likely. */
export function oneOf<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
