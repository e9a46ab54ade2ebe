declare module 'punycode.js/punycode.es6.js' {
  // The package's ES module: a bundle then takes one of its functions alone.
  /** The text that a label stands for, without its `xn--`. Throws `RangeError` for one that stands for none (RFC 3492). */
  export function decode(label: string): string;
  /** The reverse of `decode`. */
  export function encode(text: string): string;
}
