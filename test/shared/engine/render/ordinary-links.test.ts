import { expect, test } from '../../../jest.ts';
import { problemsOf } from './problems-of.ts';
import { renderHtml } from './rendering.ts';

const values: Readonly<Record<string, string>> = {
  id: '4711',
  token: 'aB3_-x.y~z',
  name: 'Ana & Bo',
  city: 'São Paulo',
  email: 'ana@example.com',
  phone: '+49 30 1234',
  campaign: 'spring-sale',
  url: 'https://shop.example/orders/4711?step=2&from=mail',
  page: '/orders/4711',
  host: 'shop.example',
  tenant: 'acme',
  locale: 'pt-BR',
  cart: '[{"sku":"A-1"}]',
  image: 'banner.png',
};

/** Typical addresses of links and pictures in mails of shops, newsletters and accounts. */
const addresses = [
  // Queries
  'https://shop.example/?id={{id}}',
  'https://shop.example?id={{id}}',
  'https://shop.example/orders?id={{id}}&token={{token}}',
  'https://shop.example/orders?id={{id}}&amp;token={{token}}',
  'https://shop.example/search?q={{name}}&city={{city}}',
  'https://shop.example/search?q={{name}}&amp;city={{city}}&amp;page=2',
  'https://shop.example/search?{{campaign}}&{{id}}',
  'https://shop.example/a?b[]={{id}}&b[]={{token}}',
  'https://shop.example/a?b%5B%5D={{id}}',
  'https://shop.example/a?filter={"id":"{{id}}"}',
  'https://shop.example/a?x=1;y={{id}};z={{token}}',
  'https://shop.example/a?cart={{cart}}',
  'https://shop.example/a?next=https://other.example/{{page}}',
  'https://shop.example/a?next=https%3A%2F%2Fother.example%2F{{id}}',
  'https://shop.example/a?next={{url}}',
  'https://shop.example/a?next={{page}}&id={{id}}#{{campaign}}',
  'https://shop.example/a?copy={{id}}&lt={{token}}&reg={{id}}',
  'https://shop.example/a?a={{id}}&copy=1&colon={{token}}',
  'https://shop.example/a?t={{id}}:{{token}}',
  'https://shop.example/a?{{#id}}id={{id}}{{/id}}',
  'https://shop.example/a?id={{id}}{{#campaign}}&amp;c={{campaign}}{{/campaign}}',
  'https://shop.example/a?id={{id}}{{#campaign}}&c={{campaign}}{{/campaign}}',
  'https://shop.example/a?lang={{locale|en}}&id={{id}}',
  'https://shop.example/a?empty={{nothing|}}&id={{id}}',
  // Tracking
  'https://shop.example/?utm_source=mail&utm_medium=email&utm_campaign={{campaign}}',
  'https://shop.example/?utm_source=mail&amp;utm_medium=email&amp;utm_campaign={{campaign}}',
  'https://shop.example/{{id}}?utm_source={{campaign}}&utm_content={{token}}&utm_term={{name}}',
  'https://shop.example/?utm_id={{id}}&gclid={{token}}&mc_eid={{id}}',
  'https://track.example/c/{{token}}?u={{url}}',
  'https://track.example/o/{{token}}.gif',
  'https://track.example/o.gif?m={{id}}&amp;r={{email}}',
  '{{url}}&utm_source=mail',
  '{{url}}&amp;utm_source=mail',
  '{{url}}&utm_source=mail&utm_medium={{campaign}}',
  '{{url}}&amp;utm_source=mail&amp;utm_medium={{campaign}}',
  '{{url}}?utm_source=mail&amp;utm_campaign={{campaign}}',
  '{{url}}?utm_source={{campaign}}&utm_content={{id}}',
  '{{url}}#utm_source=mail&utm_campaign={{campaign}}',
  // Paths
  'https://shop.example/{{id}}',
  'https://shop.example/orders/{{id}}',
  'https://shop.example/orders/{{id}}/',
  'https://shop.example/orders/{{id}}/items/{{token}}',
  'https://shop.example/{{locale}}/orders/{{id}}.html',
  'https://shop.example/{{locale}}/{{tenant}}/{{id}}?a={{token}}&b=2',
  'https://shop.example/o/{{id}}-{{campaign}}',
  'https://shop.example/o/{{id}}:{{token}}',
  'https://shop.example/@{{tenant}}',
  'https://shop.example/~{{tenant}}/',
  'https://shop.example/o;id={{id}}',
  'https://shop.example/o({{id}})',
  'https://shop.example/{{city}}/{{name}}',
  'https://shop.example/img/{{image}}',
  'https://shop.example/orders/{{#id}}{{id}}{{/id}}{{^id}}all{{/id}}',
  'https://shop.example/orders/{{id|all}}',
  'https://shop.example/orders/{{ id }}',
  // Fragments
  'https://shop.example/#{{id}}',
  'https://shop.example/#/orders/{{id}}?token={{token}}',
  'https://shop.example/#!/orders/{{id}}',
  'https://shop.example/a#access_token={{token}}&state={{id}}',
  '#{{id}}',
  '#section-{{id}}',
  '#top',
  // Hosts and ports
  'https://{{tenant}}.shop.example/orders/{{id}}',
  'https://{{host}}/orders/{{id}}',
  'https://{{host}}:8443/orders/{{id}}',
  'https://shop.example:8443/orders/{{id}}?t={{token}}',
  'http://localhost:3000/orders/{{id}}',
  'http://127.0.0.1:3000/?id={{id}}',
  'http://[::1]:3000/?id={{id}}',
  'https://bücher.example/{{id}}?stadt={{city}}',
  'https://xn--bcher-kva.example/{{id}}',
  'https://例え.テスト/{{id}}',
  'HTTPS://SHOP.EXAMPLE/{{id}}',
  'https://user@shop.example/{{id}}',
  '//cdn.example/{{image}}',
  // The whole address, and one without a host
  '{{url}}',
  ' {{url}} ',
  '{{url|https://shop.example/}}',
  '{{#url}}{{url}}{{/url}}{{^url}}https://shop.example/{{/url}}',
  '{{page}}',
  '{{page}}?id={{id}}',
  '/orders/{{id}}',
  '/orders?id={{id}}&token={{token}}',
  './orders/{{id}}',
  '../orders/{{id}}',
  'orders/{{id}}?t={{token}}',
  '?id={{id}}&token={{token}}',
  // Unsubscribing
  'https://shop.example/unsubscribe?e={{email}}&t={{token}}',
  'https://shop.example/unsubscribe?e={{email}}&amp;t={{token}}',
  'https://shop.example/u/{{token}}/{{email}}',
  'mailto:unsubscribe@shop.example?subject=unsubscribe%20{{id}}',
  // Other schemes
  'mailto:{{email}}',
  'mailto:{{email}}?subject=Order%20{{id}}',
  'mailto:help@shop.example?subject={{name}}&body={{id}}',
  'mailto:help@shop.example?subject=Order {{id}}&amp;body=Hello%0A{{name}}',
  'mailto:{{tenant}}@shop.example?cc={{email}}&amp;bcc=log@shop.example',
  'tel:{{phone}}',
  'tel:+49-30-{{id}}',
  'sms:{{phone}}?body={{name}}',
  'sms:+4930{{id}}&body={{name}}',
  'cid:{{image}}',
  'cid:logo@{{tenant}}',
  'https://wa.me/4930{{id}}?text={{name}}',
  'https://maps.example/?q={{city}},{{locale}}&z=12',
  'https://calendar.example/render?action=TEMPLATE&text={{name}}&dates=20260101/20260102',
  'webcal://calendar.example/{{token}}.ics',
  'myapp://orders/{{id}}?token={{token}}',
  'data:image/png;base64,{{token}}',
];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '{': '&#123;',
  '}': '&#125;',
};

/** Every name has a value, so sections are entered and inverted sections are skipped. */
function substituted(html: string): string {
  return html
    .replace(/\{\{\^(\w+)\}\}.*?\{\{\/\1\}\}/g, '')
    .replace(/\{\{[#/]\w+\}\}/g, '')
    .replace(/\{\{ ?(\w+)[^}]*\}\}/g, (_, name: string) =>
      (values[name] ?? '').replace(/[&<>"'{}]/g, (sign) => escapes[sign] ?? sign),
    );
}

test('the list of ordinary links has at least a hundred, each once', () => {
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThanOrEqual(100);
});

test.each(addresses)('%s is saved, and printed as it is written', (address) => {
  const quoted = address.replaceAll('"', '&quot;');
  const html = `<p>Hello {{name}},</p><a href="${quoted}">x</a><img src='${quoted}' alt="{{name}}">`;

  expect(problemsOf({ html })).toEqual([]);
  expect(renderHtml(html, values)).toBe(substituted(html));
});
