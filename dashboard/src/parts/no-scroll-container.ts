// Replaces Mantine's own, which no page uses: 20 KB for each page with a table.
export const TableScrollContainer = undefined;
