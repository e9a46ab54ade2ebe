/**
 * For each rule what it finds, and for each of its guards what it leaves alone. `css`: the declarations of a class that
 * an element has. `sheet`: a style sheet. `html`: the body.
 */
export interface Example {
  css?: string;
  sheet?: string;
  html?: string;
}

interface RuleExamples {
  finds: Example;
  guards?: Record<string, Example>;
}

const css = (finds: string, before?: string): RuleExamples => ({
  finds: { css: finds },
  ...(before && { guards: { before: { css: `${before}; ${finds}` } } }),
});
const html = (finds: string, guards: Record<string, string> = {}): RuleExamples => ({
  finds: { html: finds },
  guards: Object.fromEntries(Object.entries(guards).map(([name, text]) => [name, { html: text }])),
});
const sheet = (finds: string, guards: Record<string, string> = {}): RuleExamples => ({
  finds: { sheet: finds },
  guards: Object.fromEntries(Object.entries(guards).map(([name, text]) => [name, { sheet: text }])),
});

const ghostOf = (style: string) =>
  `<!--[if mso]><table><tr><td><![endif]--> <div style="${style}">a</div>`;
const picture = (address: string, other = 'logo.png'): RuleExamples =>
  html(`<img src="${address}">`, { picture: `<img srcset="${address}" src="${other}">` });
const gradient = (kind: string): RuleExamples => ({
  finds: { css: `background: ${kind}-gradient(#000, #fff)` },
  guards: {
    'colour-below': {
      html: `<p style="background-color: #333; background-image: ${kind}-gradient(red, blue)">a</p><p bgcolor="#333" style="background: ${kind}-gradient(red, blue)">a</p>`,
    },
  },
});
const hidden = (declaration: string): RuleExamples => ({
  finds: { css: declaration },
  guards: {
    'mso-hide': { css: `${declaration}; mso-hide: all` },
    'display-none': { css: `${declaration}; display: none` },
  },
});
const columns = (finds: string, before?: string): RuleExamples => ({
  finds: { css: finds },
  guards: { ...css(finds, before).guards, ghost: { html: ghostOf(finds) } },
});

export const ruleExamples: Record<string, RuleExamples> = {
  'css-position': css('position: absolute'),
  'css-display-flex': columns('display: flex', 'display: block'),
  'css-display-grid': columns('display: inline-grid', 'display: table'),
  'css-column-count': columns('columns: 2'),
  'css-unit-calc': css('width: calc(100% - 20px)', 'width: 90%'),
  'css-function-clamp': css('font-size: clamp(1px, 2vw, 3px)', 'font-size: 16px'),
  'css-function-min': css('width: min(100%, 600px)', 'width: 100%'),
  'css-function-max': css('width: max(50%, 300px)', 'width: 50%'),
  'css-unit-vw': css('width: 100vw', 'width: 100%'),
  'css-unit-vh': css('height: 50vh', 'height: 400px'),
  'css-unit-vmin': css('font-size: 4vmin', 'font-size: 16px'),
  'css-unit-vmax': css('font-size: 4vmax', 'font-size: 16px'),
  'css-unit-ch': css('width: 60ch', 'width: 600px'),
  'css-unit-rem': css('font-size: 1.5rem', 'font-size: 24px'),
  'css-intrinsic-size': css('width: fit-content', 'width: 50%'),
  'css-inline-size': css('inline-size: 300px'),
  'css-nesting': sheet('.a { color: red; &:hover { color: blue } }'),
  'css-variables': css('color: var(--ink)', 'color: #333'),
  'css-modern-color': css('color: oklch(0.4 0.2 30)', 'color: #333'),
  'css-function-light-dark': css('color: light-dark(#000, #fff)', 'color: #000'),
  'css-rgba': {
    finds: { css: 'color: rgba(0, 0, 0, 0.8)' },
    guards: {
      before: { css: 'color: #333; color: rgba(0, 0, 0, 0.8)' },
      transparent: { css: 'background: rgba(0, 0, 0, 0.1)' },
    },
  },
  'css-linear-gradient': gradient('linear'),
  'css-radial-gradient': gradient('radial'),
  'css-conic-gradient': gradient('conic'),
  'css-background-image': {
    finds: { css: 'background-image: url(https://a.example/a.png)' },
    guards: {
      'colour-below': { css: 'background-color: #333; background-image: url(https://a.example/a)' },
      ghost: {
        html: `${ghostOf('background: url(a.png)')}<td style="background: url(a.png)"><!--[if gte mso 9]><v:rect><![endif]-->`,
      },
    },
  },
  'css-mix-blend-mode': css('mix-blend-mode: multiply'),
  'css-background-clip': css('-webkit-background-clip: text'),
  'html-form': html('<form action="https://a.example">a</form>'),
  'html-input': html('<input type="text">'),
  'html-button-submit': html('<button>a</button>'),
  'html-video': html('<video src="a.mp4"></video>', { inside: '<video src="a"><a>a</a></video>' }),
  'html-audio': html('<audio src="a.mp3"></audio>', { inside: '<audio src="a">a</audio>' }),
  'html-svg': html('<svg></svg>'),
  'html-object': html('<iframe></iframe>', { inside: '<object><img src="a.png"></object>' }),
  'html-dialog': html('<dialog open>a</dialog>'),
  'html-popover': html('<p popover>a</p>'),
  'html-hidden': html('<p hidden>a</p>'),
  'css-visibility': hidden('visibility: hidden'),
  'css-opacity': hidden('opacity: 0.0'),
  'html-link': html('<link rel="stylesheet" href="https://a.example/a.css">', {
    'font-service': '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">',
  }),
  'css-at-import': sheet('@import url(https://a.example/a.css);', {
    'font-service': '@import "https://rsms.me/inter/inter.css";',
  }),
  'css-pseudo-element-before': sheet('.a::before { content: "New" }'),
  'css-pseudo-class-checked': sheet('.a:checked ~ .a { color: red }'),
  'html-base': html('<base href="https://a.example/">'),
  'html-anchor-links': html('<a href="#top">a</a>'),
  'html-script': html('<p onclick="a()">a</p>'),
  'css-list-picture': css('list-style-image: url(a.png)', 'list-style-image: none'),
  'image-webp': picture('a.webp'),
  'image-avif': picture('a.avif?b'),
  'image-svg': picture('https://a.example/a.svg#b'),
  'image-heif': picture('a.heic'),
  'image-tiff': picture('a.tif'),
  'image-ico': picture('a.ico'),
  'image-apng': picture('a.apng'),
  'image-mp4': picture('a.mp4'),
  'image-base64': html('<td background="data:image/png;base64,AAAA">a</td>'),
  'css-max-width-image': html('<img src="a.png" style="max-width: 100%">'),
  'css-object-fit': css('object-fit: cover'),
  'gmail-style-size': sheet(`/* ${'x'.repeat(16_400)} */`),
  'gmail-nested-at': sheet('.a { color: red } @media print { @page { margin: 0 } }', {
    'own-style': '@media print { @page { margin: 0 } }',
  }),
  'gmail-style-error': sheet('.a { color: red'),
  'gmail-style-in-body': html('<p>a</p><style>p { color: red }</style>'),
  'outlook-comment': html('<!--[if mso]><p>a</p>'),
  'icon-font': html('<i class="fa fa-star"></i>'),
  'css-border-radius': css('border-radius: 4px'),
  'css-box-shadow': css('box-shadow: 0 0 1px red'),
  'css-text-shadow': css('text-shadow: 0 0 1px red'),
  'css-animation': css('animation: a 1s'),
  'css-transition': css('transition: all 1s'),
  'css-transform': css('transform: none'),
  'css-filter': css('filter: blur(1px)'),
  'css-backdrop-filter': css('backdrop-filter: blur(1px)'),
  'css-clip-path': css('clip-path: circle()'),
  'css-mask-image': css('mask: url(a.png)'),
  'css-aspect-ratio': css('aspect-ratio: 1'),
  'css-object-position': css('object-position: top'),
  'css-outline': css('outline: 0'),
  'css-cursor': css('cursor: pointer'),
  'css-z-index': css('z-index: 1'),
  'css-gap': css('gap: 1px'),
  'css-float': css('float: left'),
  'css-box-sizing': css('box-sizing: border-box'),
  'css-background-size': css('background-size: cover'),
  'css-background-position': css('background-position: top'),
  'css-max-width': css('max-width: 600px'),
  'css-min-width': css('min-width: 1px'),
  'css-max-height': css('max-height: 1px'),
  'css-min-height': css('min-height: 1px'),
  'css-writing-mode': css('writing-mode: vertical-rl'),
  'css-text-overflow': css('text-overflow: ellipsis'),
  'css-word-break': css('word-break: break-all'),
  'css-overflow': css('overflow: hidden'),
  'css-hyphens': css('hyphens: auto'),
  'css-text-wrap': css('text-wrap: balance'),
  'css-color-scheme': css('color-scheme: light'),
  'css-border-spacing': css('border-spacing: 0'),
  'css-user-select': css('user-select: none'),
  'css-shape-outside': css('shape-outside: circle()'),
  'css-accent-color': css('accent-color: red'),
  'css-at-font-face': sheet('@font-face { font-family: A; src: url(a.woff2) }'),
  'html-picture': html('<picture></picture>'),
  'html-srcset': html('<img srcset="a.png 2x">'),
  'css-at-supports': sheet('@supports (display: grid) { .a { color: red } }'),
};
