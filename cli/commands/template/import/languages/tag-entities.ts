const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The source with the characters that its HTML editor wrote as entities inside the tags. */
export function withoutTagEntities(source: string): string {
  return source.replace(/\{\{[^{}]*\}\}/g, (tag) =>
    tag.replace(/&[#\w]+;/g, (entity) => entities[entity.toLowerCase()] ?? entity),
  );
}
