import { maxPartialDepth } from '../../limits.ts';

/** The error sentences about partials and layouts. */
export const joinProblems = {
  noPartials: 'No partial can be taken here: write its content instead',
  noContent: 'Only a layout has {{> content}}: leave it out, or take a partial by its id',
  noPartial: (id: string) => `There is no partial "${id}": correct its name, or push it`,
  noLayout: (id: string) => `There is no layout "${id}": correct its name, or push it`,
  noText: (id: string) => `The partial "${id}" has no text: write its body.txt`,
  isLayout: (id: string) =>
    `"${id}" is a layout: write "layout": "${id}" in template.json, or leave out its {{> content}}`,
  isNoLayout: (id: string | null) =>
    `"${id}" is no layout: write {{> content}} where the content of its templates goes`,
  circle: (ids: readonly string[]) =>
    `These partials take each other: ${ids.join(' → ')}: leave one of them out`,
  tooDeep: (ids: readonly string[]) =>
    `Partials and layouts nest deeper than ${maxPartialDepth} here: ${ids.join(' → ')}: put two of them into one`,
  tooLarge: (maxBytes: number) =>
    `The template is larger than ${maxBytes / 1024} KB with its partials: shorten them`,
} as const;
