import fc from 'fast-check';
import { weighted } from '../draw.ts';
import { address } from './mail-attributes.ts';
import { conditions, noWhiteSpace } from './pieces.ts';
import { inSection, plainValue, value } from './sections.ts';

type Write = (inner: string) => string;

const ordinary = fc
  .tuple(
    fc.constantFrom<Write>(
      (inner) => `<!-- ${inner} -->`,
      (inner) => `<style>p { color: ${inner}; } </style>`,
      (inner) => `<img src="${inner}" alt="${inner}">`,
      (inner) => `<!--[if mso]><a href="${inner}">x</a><![endif]-->`,
      (inner) => `<!--[if !mso]><!--><i>${inner}</i><!--<![endif]-->`,
    ),
    value,
  )
  .map(([write, inner]) => write(inner));

const opening = fc.constantFrom('title="', 'href="', 'src="', 'style="color:');

/** A section that spans two attributes: the text after it may be in either. */
const spanning = fc
  .tuple(inSection, opening, opening, value, value, plainValue)
  .map(([write, from, to, inner, instead, after]) => {
    return `<a ${from}${write(`${inner}" ${to}`, instead)}${after}">x</a>`;
  });

/** Places of placeholders in HTML that all parsers read alike. */
export const place = weighted([2, ordinary], [1, spanning]);

const animated = fc.constantFrom('href', 'xlink:href', 'width');

/** An animation that gives a link its address. */
const animation = fc
  .tuple(
    animated,
    fc.constantFrom<Write>(
      (inner) => `<set to="${inner}"/>`,
      (inner) => `<animate from="${inner}" to="#" dur="99s"/>`,
      (inner) => `<animate by='${inner}' dur="1ms" fill="freeze"/>`,
      (inner) => `<animate to="${inner}" dur="1ms" fill="freeze"/>`,
      (inner) => `<animate values="#;${inner}" dur="1ms" fill="freeze"/>`,
      (inner) => `<animate from="#" to="/" dur="99s" begin="${inner}"/>`,
    ),
    address,
  )
  .map(([name, write, inner]) => {
    const drawn = write(inner).replace(' ', ` attributeName="${name}" `);
    return `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><a ${name}="#"><text>x</text>${drawn}</a></svg>`;
  });

/** An address that a browser opens or fetches by itself, or after a click. */
const fetched = fc
  .tuple(
    fc.constantFrom<Write>(
      (inner) => `<iframe src="${inner}"></iframe>`,
      (inner) => `<object data="${inner}"></object>`,
      (inner) => `<embed src="${inner}">`,
      (inner) => `<form action="${inner}"><button formaction='${inner}'>x</button></form>`,
      (inner) => `<svg><use href="${inner}"/><image xlink:href="${inner}"/></svg>`,
      (inner) => `<math href="${inner}"><mi xlink:href='${inner}'>x</mi></math>`,
      (inner) => `<map><area href="${inner}"></map><body background="${inner}">`,
    ),
    address,
  )
  .map(([write, inner]) => write(inner));

const described = fc
  .tuple(
    fc.constantFrom<Write>(
      (inner) => `<title>${inner}</title>`,
      (inner) => `<TITLE\t>${inner}</title\f>`,
      (inner) => `<title${noWhiteSpace[2]}>${inner}</title>`,
      (inner) => `<svg><title>${inner}</title><style>.a { fill: ${inner}; }</style></svg>`,
      (inner) => `<svg><![CDATA[ ${inner} ]]></svg>`,
      (inner) => `<noscript><p title="${inner}">${inner}</p></noscript>`,
      (inner) => `<select><option title="${inner}">${inner}</option></select>`,
      (inner) => `<style><!-- p { color: ${inner}; } --></style>`,
      (inner) => `<p style="background:url(${inner}) url('${inner}')">x</p>`,
      (inner) => `<p style='background:u\\rl(${inner});font-family:"${inner}"'>x</p>`,
      (inner) => `<![if ${inner}]>x<![endif]>`,
      (inner) => `<!--[if ${inner} ]>x<![endif]-->`,
      (inner) => `<? ${inner} ><!x ${inner} ></ ${inner} >`,
    ),
    value,
  )
  .map(([write, inner]) => write(inner));

/** A host that the author wrote, or the slash before a path. */
const hosted = fc
  .tuple(
    fc.constantFrom<Write>(
      (inner) =>
        `<style>@import "https://shop.example${inner}"; @import '//shop.example${inner}';</style>`,
      (inner) =>
        `<style>p{background:image-set("https://shop.example${inner}" 1x)}</style><p>x</p>`,
      (inner) => `<p style="background:image-set('https://shop.example${inner}' 1x)">x</p>`,
      (inner) => `<p style="background:u\\72l(https://shop.example${inner})">x</p>`,
      (inner) =>
        `<p style="quotes:'\\'' '';/* it's */background:url(https://shop.example${inner})">x</p>`,
      (inner) =>
        `<svg><g fill="url(https://shop.example${inner}#x)" mask="url('//shop.example${inner}')"/></svg>`,
      (inner) => `<link rel="preload" as="image" imagesrcset="https://shop.example${inner} 1x">`,
      (inner) => `<a href="https://shop.example${inner}">x</a>`,
      (inner) =>
        `<a href="https://${inner.replaceAll('}} {{', '}}{{').replaceAll('}} ', '}}')}.shop.example/" class="own">x</a>`,
      (inner) =>
        `<a href="/${inner}" class="own">x</a><p style="background:url(/${inner})" class="own">x</p>`,
    ),
    value,
  )
  .map(([write, inner]) => write(inner));

const conditional = fc
  .tuple(fc.constantFrom(...conditions), address, value)
  .map(([[open, close], link, inner]) => `${open}<a href="${link}">${inner}</a>${close}`);

/** Places of placeholders in HTML that parsers read differently. */
export const strangePlace = fc.oneof(animation, fetched, described, hosted, conditional);
