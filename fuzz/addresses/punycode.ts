/** The parameters of RFC 3492 §5. */
const { base, tMin, tMax, skew, damp, firstBias, firstCode } = {
  ...{ base: 36, tMin: 1, tMax: 26, skew: 38, damp: 700 },
  ...{ firstBias: 72, firstCode: 128 },
};

/** The A-label of a label that has a character beyond ASCII, by the encoding of RFC 3492 §6.3. */
export function aLabel(label: string): string {
  const codes = [...label].map((character) => character.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < firstCode);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let [code, delta, bias, handled] = [firstCode, 0, firstBias, basic.length];
  while (handled < codes.length) {
    const from = code;
    const next = Math.min(...codes.filter((each) => each >= from));
    delta += (next - code) * (handled + 1);
    code = next;
    for (const each of codes) {
      if (each < code) delta += 1;
      if (each !== code) continue;
      output += variableLength(delta, bias);
      bias = adapted(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    code += 1;
  }
  return `xn--${output}`;
}

function variableLength(delta: number, bias: number): string {
  let text = '';
  let left = delta;
  for (let place = base; ; place += base) {
    const threshold = Math.min(tMax, Math.max(tMin, place - bias));
    if (left < threshold) return text + digit(left);
    text += digit(threshold + ((left - threshold) % (base - threshold)));
    left = Math.floor((left - threshold) / (base - threshold));
  }
}

function digit(value: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.charAt(value);
}

/** RFC 3492 §6.1. */
function adapted(delta: number, points: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? damp : 2));
  left += Math.floor(left / points);
  let steps = 0;
  for (; left > ((base - tMin) * tMax) / 2; steps += base) left = Math.floor(left / (base - tMin));
  return steps + Math.floor(((base - tMin + 1) * left) / (left + skew));
}
