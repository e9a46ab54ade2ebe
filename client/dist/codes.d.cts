/**
 * The codes in a text, in its order, each once: words of 4 to 8 digits, or of capital letters and digits with at least
 * one digit, such as `481516`, `7KQ2XD` and `AB12-CD34`. A code inside a longer word, a number or an address does not
 * count. A year does, and a code of letters alone does not: where that matters, use the mail's variables.
 */
export declare function codesIn(text: string): string[];
