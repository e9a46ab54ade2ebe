/** Replaces Mantine's `Table.ScrollContainer`, which no page uses. It would load 20 KB for each page that has a table. */
export const TableScrollContainer = undefined;
