/** The rows of a table that is not empty, in the form that a union of schemas needs. */
export function rowsOf<Table extends object>(table: Table): [Table[keyof Table]] {
  return Object.values(table) as [Table[keyof Table]];
}

/** The names of the rows of a table that is not empty. */
export function namesOf<Table extends object>(table: Table): [keyof Table & string] {
  return Object.keys(table) as [keyof Table & string];
}
