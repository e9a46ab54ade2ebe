/**
 * Stands in for Mantine's `Table.ScrollContainer`, which no page uses: with it each page that has a table would load 35 KB for
 * scroll bars.
 */
export const TableScrollContainer = undefined;
