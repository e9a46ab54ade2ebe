declare module 'punycode.js' {
  const punycode: {
    /** The text that a label stands for, without its `xn--`. Throws `RangeError` for one that stands for none (RFC 3492). */
    decode: (label: string) => string;
    /** The reverse of `decode`. */
    encode: (text: string) => string;
  };
  export default punycode;
}
