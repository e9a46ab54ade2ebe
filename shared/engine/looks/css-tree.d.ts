/** The part of css-tree that is used here; the package has no types. */
declare module 'css-tree/tokenizer' {
  /** Calls `onToken` for each token of a style sheet, white space and comments included. */
  export function tokenize(
    css: string,
    onToken: (type: number, start: number, end: number) => void,
  ): void;

  /** The numbers of the kinds of tokens. */
  export const tokenTypes: Readonly<Record<string, number>>;
}
