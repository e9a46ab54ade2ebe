/**
 * The cases of the Mustache specification's core (https://github.com/mustache/spec, its modules
 * interpolation, sections, inverted and comments) by its names, with our own equivalent templates.
 * If the specification repeats a case for each kind of placeholder, `eachPlaceholder` does so too.
 */
export type SpecificationCase = readonly [
  name: string,
  data: unknown,
  template: string,
  expected: string,
];

type Form = readonly [name: string, open: string, close: string];

const forms: readonly Form[] = [
  ['Basic', '{{', '}}'],
  ['Triple Mustache', '{{{', '}}}'],
  ['Ampersand', '{{&', '}}'],
];

function eachPlaceholder([name, data, template, expected]: SpecificationCase): SpecificationCase[] {
  return forms.map(([form, open, close]) => {
    const written = template.replaceAll('<%', open).replaceAll('%>', close);
    return [`${name}: ${form}`, data, written, expected];
  });
}

const five = { name: 'P' };
const deep = { b: { c: { d: { e: five } } } };
const special = '& " < >';
const nested = {
  a: { one: 1 },
  b: { two: 2 },
  c: { three: 3, d: { four: 4, five: 5 } },
};
const nestedTemplate = [
  ...['{{#a}}', '{{one}}', '{{#b}}', '{{one}}{{two}}{{one}}', '{{#c}}'],
  ...['{{one}}{{two}}{{three}}{{two}}{{one}}', '{{#d}}', '{{two}}{{four}}{{two}}', '{{#five}}'],
  ...['{{one}}{{four}}{{five}}{{.}}', '{{.}}6{{.}}', '{{/five}}', '{{four}}', '{{/d}}'],
  ...['{{three}}', '{{/c}}', '{{two}}', '{{/b}}', '{{one}}', '{{/a}}', ''],
].join('\n');

export const interpolation: readonly SpecificationCase[] = [
  ['No Interpolation', {}, 'one {brace}\n', 'one {brace}\n'],
  ['Basic Interpolation', { a: 'x' }, '({{a}})\n', '(x)\n'],
  ['No Re-interpolation', { a: '{{b}}', b: 'x' }, '{{a}} {{b}}', '{{b}} x'],
  ['HTML Escaping', { a: special }, '{{a}}', '&amp; &quot; &lt; &gt;'],
  ['Triple Mustache', { a: special }, '{{{a}}}', special],
  ['Ampersand', { a: special }, '{{&a}}', special],
  ...eachPlaceholder(['Integer', { a: 85 }, '"<%a%>"', '"85"']),
  ...eachPlaceholder(['Decimal', { a: 1.21 }, '"<%a%>"', '"1.21"']),
  ...eachPlaceholder(['Null Interpolation', { a: null }, '(<%a%>)', '()']),
  ...eachPlaceholder(['Context Miss Interpolation', {}, '(<%a%>)', '()']),
  ...eachPlaceholder(['Dotted Names', { a: five }, '<%a.name%>{{#a}}<%name%>{{/a}}', 'PP']),
  ['Dotted Names - Arbitrary Depth', { a: deep }, '{{a.b.c.d.e.name}}', 'P'],
  ['Dotted Names - Broken Chains', { a: {} }, '({{a.b.c}})', '()'],
  ['Dotted Names - Broken Chain Resolution', { a: { b: {} }, c: five }, '({{a.b.c.name}})', '()'],
  [
    'Dotted Names - Initial Resolution',
    { a: deep, b: { c: { d: { e: { name: 'wrong' } } } } },
    '{{#a}}{{b.c.d.e.name}}{{/a}}',
    'P',
  ],
  [
    'Dotted Names - Context Precedence',
    { a: { b: {} }, b: { c: 'wrong' } },
    '({{#a}}{{b.c}}{{/a}})',
    '()',
  ],
  ['Dotted Names are never single keys', { 'a.b': 'wrong' }, '({{a.b}})', '()'],
  ['Dotted Names - No Masking', { 'a.b': 'wrong', a: { b: 'x' } }, '{{a.b}}', 'x'],
  ['Implicit Iterators - Basic Interpolation', 'x', '({{.}})', '(x)'],
  ['Implicit Iterators - HTML Escaping', special, '{{.}}', '&amp; &quot; &lt; &gt;'],
  ['Implicit Iterators - Triple Mustache', special, '{{{.}}}', special],
  ['Implicit Iterators - Ampersand', special, '{{&.}}', special],
  ['Implicit Iterators - Basic Integer Interpolation', 85, '({{.}})', '(85)'],
  ...eachPlaceholder(['Surrounding Whitespace', { a: '-' }, '| <%a%> |', '| - |']),
  ...eachPlaceholder(['Standalone', { a: '-' }, '  <%a%>\n', '  -\n']),
  ...eachPlaceholder(['With Padding', { a: '-' }, '|<% a %>|', '|-|']),
];

export const sections: readonly SpecificationCase[] = [
  ['Truthy', { a: true }, '({{#a}}in{{/a}})', '(in)'],
  ['Falsey', { a: false }, '({{#a}}in{{/a}})', '()'],
  ['Null is falsey', { null: null }, '({{#null}}in{{/null}})', '()'],
  ['Context', { a: { b: 'x' } }, '({{#a}}{{b}}{{/a}})', '(x)'],
  [
    'Parent contexts',
    { a: 'x', b: 'wrong', s: { b: 'y' }, c: { d: 'z' } },
    '{{#s}}{{a}}{{b}}{{c.d}}{{/s}}',
    'xyz',
  ],
  ['Variable test', { a: 'x' }, '{{#a}}{{.}} is {{a}}{{/a}}', 'x is x'],
  [
    'List Contexts',
    { l: [{ n: { u: 'A', v: 'a' }, m: [{ k: '1', o: [{ p: 'x' }, { p: 'y' }] }] }] },
    '{{#l}}{{#m}}{{n.v}}{{k}}.{{#o}}{{n.u}}{{k}}{{p}}.{{/o}}{{/m}}{{/l}}',
    'a1.A1x.A1y.',
  ],
  ['Deeply Nested Contexts', nested, nestedTemplate, '1\n121\n12321\n242\n1455\n565\n4\n3\n2\n1\n'],
  ['List', { l: [{ n: 1 }, { n: 2 }, { n: 3 }] }, '({{#l}}{{n}}{{/l}})', '(123)'],
  ['Empty List', { l: [] }, '({{#l}}in{{/l}})', '()'],
  [
    'Doubled',
    { a: true, b: 'second' },
    '{{#a}}\n- first\n{{/a}}\n- {{b}}\n{{#a}}\n- third\n{{/a}}\n',
    '- first\n- second\n- third\n',
  ],
  ['Nested (Truthy)', { a: true }, '|{{#a}} B {{#a}}C{{/a}} D{{/a}} |', '| B C D |'],
  ['Nested (Falsey)', { a: false }, '|{{#a}} B {{#a}}C{{/a}} D{{/a}} |', '| |'],
  ['Context Misses', {}, '[{{#a}}in{{/a}}]', '[]'],
  ['Implicit Iterator - String', { l: ['a', 'b'] }, '{{#l}}({{.}}){{/l}}', '(a)(b)'],
  ['Implicit Iterator - Integer', { l: [1, 2] }, '{{#l}}({{.}}){{/l}}', '(1)(2)'],
  ['Implicit Iterator - Decimal', { l: [1.1, 2.2] }, '{{#l}}({{.}}){{/l}}', '(1.1)(2.2)'],
  [
    'Implicit Iterator - Array',
    { l: [[1, 2], ['a']] },
    '{{#l}}({{#.}}{{.}}{{/.}}){{/l}}',
    '(12)(a)',
  ],
  [
    'Implicit Iterator - HTML Escaping',
    { l: ['&', '"', '<', '>'] },
    '{{#l}}{{.}}{{/l}}',
    '&amp;&quot;&lt;&gt;',
  ],
  ['Implicit Iterator - Triple mustache', { l: ['&', '<'] }, '{{#l}}{{{.}}}{{/l}}', '&<'],
  ['Implicit Iterator - Ampersand', { l: ['&', '<'] }, '{{#l}}{{&.}}{{/l}}', '&<'],
  ['Implicit Iterator - Root-level', [{ v: 'a' }, { v: 'b' }], '{{#.}}({{v}}){{/.}}', '(a)(b)'],
  ['Dotted Names - Truthy', { a: { b: { c: true } } }, '({{#a.b.c}}in{{/a.b.c}})', '(in)'],
  ['Dotted Names - Falsey', { a: { b: { c: false } } }, '({{#a.b.c}}in{{/a.b.c}})', '()'],
  ['Dotted Names - Broken Chains', { a: {} }, '({{#a.b.c}}in{{/a.b.c}})', '()'],
  ['Surrounding Whitespace', { a: true }, ' | {{#a}}\t|\t{{/a}} | \n', ' | \t|\t | \n'],
  ['Internal Whitespace', { a: true }, ' | {{#a}} {{! x }}\n {{/a}} | \n', ' |  \n  | \n'],
  ['Indented Inline Sections', { a: true }, ' {{#a}}x{{/a}}\n {{#a}}y{{/a}}\n', ' x\n y\n'],
  ['Standalone Lines', { a: true }, '| x\n{{#a}}\n|\n{{/a}}\n| y\n', '| x\n|\n| y\n'],
  ['Indented Standalone Lines', { a: true }, '| x\n  {{#a}}\n|\n  {{/a}}\n| y\n', '| x\n|\n| y\n'],
  ['Standalone Line Endings', { a: true }, '|\r\n{{#a}}\r\n{{/a}}\r\n|', '|\r\n|'],
  ['Standalone Without Previous Line', { a: true }, '  {{#a}}\n#{{/a}}\n/', '#\n/'],
  ['Standalone Without Newline', { a: true }, '#{{#a}}\n/\n  {{/a}}', '#\n/\n'],
  ['Padding', { a: true }, '|{{# a }}={{/ a }}|', '|=|'],
];

export const inverted: readonly SpecificationCase[] = [
  ['Falsey', { a: false }, '({{^a}}in{{/a}})', '(in)'],
  ['Truthy', { a: true }, '({{^a}}in{{/a}})', '()'],
  ['Null is falsey', { null: null }, '({{^null}}in{{/null}})', '(in)'],
  ['Context', { a: { b: 'x' } }, '({{^a}}{{b}}{{/a}})', '()'],
  ['List', { l: [{ n: 1 }, { n: 2 }] }, '({{^l}}{{n}}{{/l}})', '()'],
  ['Empty List', { l: [] }, '({{^l}}in{{/l}})', '(in)'],
  [
    'Doubled',
    { a: false, b: 'second' },
    '{{^a}}\n- first\n{{/a}}\n- {{b}}\n{{^a}}\n- third\n{{/a}}\n',
    '- first\n- second\n- third\n',
  ],
  ['Nested (Falsey)', { a: false }, '|{{^a}} B {{^a}}C{{/a}} D{{/a}} |', '| B C D |'],
  ['Nested (Truthy)', { a: true }, '|{{^a}} B {{^a}}C{{/a}} D{{/a}} |', '| |'],
  ['Context Misses', {}, '[{{^a}}in{{/a}}]', '[in]'],
  ['Dotted Names - Truthy', { a: { b: { c: true } } }, '({{^a.b.c}}in{{/a.b.c}})', '()'],
  ['Dotted Names - Falsey', { a: { b: { c: false } } }, '({{^a.b.c}}in{{/a.b.c}})', '(in)'],
  ['Dotted Names - Broken Chains', { a: {} }, '({{^a.b.c}}in{{/a.b.c}})', '(in)'],
  ['Surrounding Whitespace', { a: false }, ' | {{^a}}\t|\t{{/a}} | \n', ' | \t|\t | \n'],
  ['Internal Whitespace', { a: false }, ' | {{^a}} {{! x }}\n {{/a}} | \n', ' |  \n  | \n'],
  ['Indented Inline Sections', { a: false }, ' {{^a}}x{{/a}}\n {{^a}}y{{/a}}\n', ' x\n y\n'],
  ['Standalone Lines', { a: false }, '| x\n{{^a}}\n|\n{{/a}}\n| y\n', '| x\n|\n| y\n'],
  ['Standalone Indented Lines', { a: false }, '| x\n  {{^a}}\n|\n  {{/a}}\n| y\n', '| x\n|\n| y\n'],
  ['Standalone Line Endings', { a: false }, '|\r\n{{^a}}\r\n{{/a}}\r\n|', '|\r\n|'],
  ['Standalone Without Previous Line', { a: false }, '  {{^a}}\n^{{/a}}\n/', '^\n/'],
  ['Standalone Without Newline', { a: false }, '^{{^a}}\n/\n  {{/a}}', '^\n/\n'],
  ['Padding', { a: false }, '|{{^ a }}={{/ a }}|', '|=|'],
];

export const comments: readonly SpecificationCase[] = [
  ['Inline', {}, '12{{! x! }}34', '1234'],
  ['Multiline', {}, '12{{!\n  x\n  y\n}}34\n', '1234\n'],
  ['Standalone', {}, 'a\n{{! x }}\nb\n', 'a\nb\n'],
  ['Indented Standalone', {}, 'a\n  {{! x }}\nb\n', 'a\nb\n'],
  ['Standalone Line Endings', {}, '|\r\n{{! x }}\r\n|', '|\r\n|'],
  ['Standalone Without Previous Line', {}, "  {{! it's }}\n!", '!'],
  ['Standalone Without Newline', {}, "!\n  {{! it's }}", '!\n'],
  ['Multiline Standalone', {}, 'a\n{{!\nx\n}}\nb\n', 'a\nb\n'],
  ['Indented Multiline Standalone', {}, 'a\n  {{!\n    x\n  }}\nb\n', 'a\nb\n'],
  ['Indented Inline', {}, '  12 {{! 34 }}\n', '  12 \n'],
  ['Surrounding Whitespace', {}, '12 {{! x }} 34', '12  34'],
  ['Variable Name Collision', { '! a': 1, '!a': 2, a: 3 }, '>{{! a }}<', '><'],
];
