/** Whether a text fits a pattern in which `*` is any text and `?` any one character, as in IAM and CloudFront. */
export function fits(pattern: string, text: string): boolean {
  if (pattern === '*' || pattern === text) return true;
  if (!/[*?]/.test(pattern)) return false;
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const expression = escaped.replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}
