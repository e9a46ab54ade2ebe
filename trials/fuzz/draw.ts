import fc from 'fast-check';

/** Draws from one of several sources, each as often as its weight says. */
export const weighted = <T>(...sources: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...sources.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Draws several pieces of a text, and joins them. */
export const joined = (piece: fc.Arbitrary<string>, constraints?: fc.ArrayConstraints) =>
  fc.array(piece, constraints).map((pieces) => pieces.join(''));

/** A list of words that are separated by white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
