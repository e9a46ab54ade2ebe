/** What a template's id may be: it stands in addresses, in file names and in the tables' keys. */
export const templateIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Whether a template of this id can exist at all. */
export function isTemplateId(id: string): boolean {
  return templateIdPattern.test(id);
}
