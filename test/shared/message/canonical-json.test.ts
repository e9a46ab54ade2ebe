import fc from 'fast-check';
import { writeCanonical } from '../../../shared/message/idempotency-key.ts';
import { expect, test } from '../../jest.ts';

function canonicalJson(value: unknown): string {
  const pieces: string[] = [];
  writeCanonical(value, (piece) => pieces.push(piece));
  return pieces.join('');
}

test.each([
  ['{"b":1,"a":[{"d":2,"c":3}]}', '{"a":[{"c":3,"d":2}],"b":1}'],
  ['[1.0, 1e2, -0, "\\u0041"]', '[1,100,0,"A"]'],
  ['{"__proto__":1,"a":null}', '{"__proto__":1,"a":null}'],
  ['{"10":1,"9":2}', '{"10":1,"9":2}'],
])('canonical JSON writes %s as %s', (spelling, canonical) => {
  expect(canonicalJson(JSON.parse(spelling))).toBe(canonical);
});

test('canonical JSON is equal for equal values, and different for different ones', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const same = JSON.parse(canonicalJson(one));

      expect(canonicalJson(same)).toBe(canonicalJson(one));
      expect(same).toEqual(JSON.parse(JSON.stringify(one)));
      if (canonicalJson(one) === canonicalJson(other)) expect(other).toEqual(one);
    }),
  );
});
