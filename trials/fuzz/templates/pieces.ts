/** Pieces of HTML that parsers read differently, or that look like other pieces: for every grammar of templates. */

/** HTML's white space. */
export const whiteSpace = ['\t', '\n', '\f', '\r', ' '] as const;

/** Characters that JavaScript or Unicode calls white space, and HTML does not. */
export const noWhiteSpace = Array.from(
  '\u000b\u0085\u00a0\u1680\u2000\u2003\u2009\u2028\u2029\u202f\u205f\u3000\ufeff',
);

/** Entities of white space, which browsers skip at the beginning of an address. */
export const spaceEntities = ['&#32;', '&Tab;', '&NewLine;', '&#9;', '&#x0a;', '&#13', '&#X1f;'];

/** A value after one of these may complete an entity. */
export const entityBeginnings = ['&', '&#', '&#x', '&#5', '&#X003', '&c', '&colon', '&T'];

/** Ways to write the end of a scheme. */
export const colons = [':', '&colon;', '&#58;', '&#x3a', '&#X3A;'];

/** Elements in which HTML reads no tags, unless they are in SVG or MathML. */
export const rawTextElements = [
  ...['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'],
];

/** The beginning and the end of conditional comments. */
export const conditions = [
  ['<!--[if mso]>', '<![endif]-->'],
  ['<!--[if !mso]><!-->', '<!--<![endif]-->'],
  ['<!--[if gte mso 9]><!-- -->', '<![endif]-->'],
  ['<![if !mso]>', '<![endif]>'],
] as const;

/** Elements around HTML that change how it is read. */
export const enclosures = [
  ...['svg', 'math', 'select', 'table', 'template', 'title', 'textarea', 'noscript', 'xmp'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['<svg><title>', '</title></svg>'],
  ['<svg><desc>', '</desc></svg>'],
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<svg><style>', '</style></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<math><mtext><table><mglyph>', '</table></math>'],
  ['<svg><p>', '</svg>'],
  ['<svg><![CDATA[ ', ' ]]></svg>'],
  ['<![CDATA[ ', ' ]]>'],
] as const;
