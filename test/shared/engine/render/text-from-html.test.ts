import { textFromHtml } from '../../../../shared/engine/render/text-from-html.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<p>One\n two\t three</p>', 'One two three'],
  ['<p>One<p>Two', 'One\n\nTwo'],
  ['<p></p><p> </p><p>One</p><p>&nbsp;</p><p>Two</p>', 'One\n\nTwo'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['<div><div>One</div></div>Two', 'One\nTwo'],
  ['One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['One<br><br><br><br>Two', 'One\n\nTwo'],
  ['<p>One<br></p><p><br>Two</p>', 'One\n\nTwo'],
  ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
  ['One <b> two</b> three', 'One two three'],
  ['<b>One</b><i>two</i>', 'Onetwo'],
  ['One<span style="display:block">Two</span>', 'One\nTwo'],
  ['<dl><dt>Term</dt><dd>Meaning</dd></dl>', 'Term\nMeaning'],
  ['One<hr>Two', `One\n\n${'-'.repeat(40)}\n\nTwo`],
  ['just text', 'just text'],
  ['', ''],
])('paragraphs of HTML become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<h1>The Title</h1>Text', 'The Title\n\nText'],
  ['Text<h4>the Sub<em>title</em></h4><p>Text</p>', 'Text\n\nthe Subtitle\n\nText'],
])('headings keep their letters in the text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<ul><li>One</li><li>Two</li></ul>', '* One\n* Two'],
  ['<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
  ['<ol start="9"><li>One</li><li>Two<br>lines</li></ol>', '9. One\n10. Two\n    lines'],
  ['<ol start="x"><li>One</ol>', '1. One'],
  ['A<ul><li>One<li>Two</ul>B', 'A\n\n* One\n* Two\n\nB'],
  [
    '<ul><li>One<ol><li>a</li><li>b</li></ol></li><li>Two</li></ul>',
    '* One\n  1. a\n  2. b\n* Two',
  ],
  ['<ol><li>One<ul><li>a</li></ul>after</li><li>Two</li></ol>', '1. One\n   * a\n   after\n2. Two'],
  ['<ul><li><p>One</p></li><li><p>Two</p><p>more</p></li></ul>', '* One\n* Two\n  more'],
  ['<ul><li></li><li> <img src="x"></li><li>One</li></ul>', '* One'],
  ['<li>One</li>', '* One'],
  [
    '<ul><li><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></li></ul>',
    '* a | b\n  c | d',
  ],
])('lists become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<table><tr><th>A</th><th>B</th></tr> <tr><td>1</td> <td>2</td></tr></table>', 'A | B\n1 | 2'],
  ['<table><tr><td>1<td>2<tr><td>3<td>4</table>', '1 | 2\n3 | 4'],
  ['<table><tr><td></td><td>&nbsp;</td><td>One</td><td></td></tr></table>', 'One'],
  ['<table><tr><td><p>1</p></td><td><div>2</div></td></tr></table>', '1 | 2'],
  ['<table><tr><td>A</td></tr><tr><td>B</td></tr></table>', 'A\n\nB'],
  ['<table><tr><td><table><tr><td>A</td><td>B</td></tr></table></td></tr></table>', 'A | B'],
  ['<table><tr><td><table><tr><td>A</td></tr></table></td><td>B</td></tr></table>', 'A | B'],
  [
    '<table><tr><td>Bill to<br>Ada</td><td>Ship to<br>Bob</td></tr></table>',
    'Bill to\nAda\n\nShip to\nBob',
  ],
  ['A<table><tr><td>1</td><td>2</td></tr></table>B', 'A\n\n1 | 2\n\nB'],
  ['<table><tr><td></td></tr><tr></tr></table>', ''],
  ['<table><form><td>A</td><td>B</td></form></table>', 'A\nB'],
  [
    '<table><caption>All</caption><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    'All\n1 | 2',
  ],
  [
    '<table><tr><td>1</td><td><a href="https://a.example">A</a></td></tr></table>',
    '1 | A (https://a.example)',
  ],
])('tables become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<a href="https://a.example/x?b=1&amp;c=2">Here</a>.', 'Here (https://a.example/x?b=1&c=2).'],
  ['<a href=" https://a.example ">Here </a> now', 'Here (https://a.example) now'],
  ['<a href="https://a.example/">https://a.example/</a>', 'https://a.example/'],
  ['See <a href="https://www.A.example/">a.example</a>!', 'See https://www.A.example/!'],
  ['<a href="mailto:me@a.example?subject=x">Me@a.example</a>', 'Me@a.example'],
  ['<a href="mailto:me@a.example?subject=x">Write</a>', 'Write (me@a.example)'],
  ['<a href="tel:+44-20-7946">+44 (20) 7946</a>', '+44 (20) 7946'],
  ['<a href="tel:+44207946">Call</a>', 'Call (+44207946)'],
  ['<a href="#top">Top</a> <a href="javascript:x()">Run</a> <a name="b">B</a>', 'Top Run B'],
  ['<a href="">Empty</a>', 'Empty'],
  ['<a href="https://a.example"><img src="l.png" alt="Logo"></a>', 'Logo (https://a.example)'],
  ['<a href="https://a.example"><img src="l.png" alt=""></a>', ''],
  [
    '<a href="https://a.example"><div>Title</div><div>More</div></a>',
    'Title\nMore (https://a.example)',
  ],
  [
    '<a href="https://a.example"><img alt="Title"></a><h2><a href="https://a.example">Title</a></h2><p>Text <a href="https://a.example">Read on</a></p>',
    'Title (https://a.example)\n\nText Read on',
  ],
  [
    '<a href="https://a.example"><img alt=""></a><a href="https://a.example">Title</a>',
    'Title (https://a.example)',
  ],
  [
    '<a href="https://a.example">A</a> <a href="https://b.example">B</a> <a href="https://a.example">A</a>',
    'A (https://a.example) B (https://b.example) A (https://a.example)',
  ],
  [
    '<ul><li><a href="https://a.example">A</a></li><li><a href="https://a.example">A</a></li></ul>',
    '* A (https://a.example)\n* A',
  ],
])('links become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<img src="x.png" alt="A  cat &amp; dog"> plays', 'A cat & dog plays'],
  ['<img src="x.png"><img src="x.png" alt="">', ''],
  ['<td style="font-size:0"><img alt="A cat"></td>', 'A cat'],
  ['<img alt="A cat" style="display:none">', ''],
  ['<svg><title>No</title><text>no</text></svg>yes', 'yes'],
])('a picture becomes its alt in the text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['<head><title>T</title><style>p{}</style></head><body>x', 'x'],
  ['<script>if (a < b) {}</script><template>t</template>x', 'x'],
  ['a<!-- b -->c<!---->d', 'acd'],
  ['<!--[if mso]><table><tr><td>Outlook</td></tr></table><![endif]-->x', 'x'],
  ['<!--[if !mso]><!-->seen<!--<![endif]-->', 'seen'],
  ['<![if !mso]>seen<![endif]>', 'seen'],
  ['<?xml version="1.0"?><!DOCTYPE html>x', 'x'],
  ['<div style="DISPLAY : none !important">a</div>x', 'x'],
  ['<div style="display:none"><p>a<b>b</b></p></div>x', 'x'],
  ['<span style="visibility:hidden">a</span>x', 'x'],
  ['<span style="opacity:0.0">a</span>x', 'x'],
  ['<span style="opacity:0.9">a</span>x', 'ax'],
  ['<div style="max-height:0px;overflow:hidden">a</div>x', 'x'],
  ['<div style="height:0;overflow:hidden">a</div>x', 'x'],
  ['<div style="height:0">a</div>', 'a'],
  ['<span style="font-size:0">a</span><span style="font-size:1px">b</span>x', 'x'],
  ['<span style="font:0/0 a">a</span><span style="font:bold 12px/1 a">b</span>', 'b'],
  ['<td style="font-size:0px"><div style="font-size:13px">a</div> b</td>', 'a'],
  ['<td style="font-size:0px"><b style="font-size:200%">a</b></td>', ''],
  ['<p hidden>a</p><p aria-hidden="true">b</p><p aria-hidden="false">c</p>', 'c'],
  ['<a style="mso-hide:all" href="https://a.example">Button</a>', 'Button (https://a.example)'],
  ['<select><option>a</option></select><textarea>b</textarea>x', 'x'],
])('the text leaves out what a reader does not see: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['&lt;b&gt; &amp;amp; &eacute; &#8364; &#x1F600; &copy', '<b> &amp; é € 😀 ©'],
  ['10&nbsp;&euro; a&thinsp;b', '10 € a b'],
  ['&#123;&#123;x&#125;&#125;', '{{x}}'],
  [
    'Preview&#847;&zwnj;&nbsp;&#8203;&#65279;&shy; &#847;&zwnj;&nbsp;<p>Text</p>',
    'Preview\n\nText',
  ],
  ['Donau&shy;dampf', 'Donaudampf'],
  ['می&zwnj;خواهم 👩&zwj;👧', 'می\u200cخواهم 👩\u200d👧'],
  ['a < b & c > d', 'a < b & c > d'],
])('characters of HTML become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});

test.each([
  ['A<blockquote>One<br>two</blockquote>B', 'A\n\n> One\n> two\n\nB'],
  ['<blockquote><p>One</p><p>Two</p></blockquote>', '> One\n>\n> Two'],
  ['<blockquote>A<blockquote>B</blockquote>C</blockquote>', '> A\n>\n> > B\n>\n> C'],
  ['<blockquote><ul><li>One</li></ul></blockquote>', '> * One'],
  ['A<pre>\n  x  =  1\n\n    y <b>bold</b>\n</pre>B', 'A\n\n  x  =  1\n\n    y bold\n\nB'],
  ['<pre>a\r\nb\rc</pre>', 'a\nb\nc'],
  ['<ul><li>Do<pre>x\n y</pre></li></ul>', '* Do\n  x\n   y'],
  ['<p style="white-space:pre-wrap">a\n  b</p>c', 'a\n  b\n\nc'],
  ['<p style="white-space:pre-line">a  b\n  c</p>d\ne', 'a b\nc\n\nd e'],
  ['<pre style="white-space:normal">a\n  b</pre>', 'a b'],
])('quotations and preformatted text become text: %s', (html, text) => {
  expect(textFromHtml(html)).toBe(text);
});
