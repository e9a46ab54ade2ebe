/** How many bytes a text takes in UTF-8, counted in what Node and a browser both have. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
