/** A list of words that are separated by white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
