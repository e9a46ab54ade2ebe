/** What a run found, in words, and whether everything held. */
export interface Found {
  text: string;
  held: boolean;
}
