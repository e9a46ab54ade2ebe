import { contentIdsIn, isContentId } from '../../../shared/engine/content-id.ts';
import { expect, test } from '../../jest.ts';

test('the Content-IDs of a mail are found in attributes and in CSS, each once', () => {
  const html = `<img src="cid:logo"><img src='CID:foot.er'><td background=cid:paper>
    <p style="background: url(cid:logo)">cid:words <img src="cid:"><img src="cid:a%20b">`;

  expect(contentIdsIn(html)).toEqual(['logo', 'foot.er', 'paper', 'a%20b']);
});

test.each([
  ['logo', true],
  ['a.b-c_1', true],
  ['x'.repeat(78), true],
  ['x'.repeat(79), false],
  ['a%20b', false],
  ['', false],
])('whether a file may have the Content-ID %j: %s', (cid, may) => {
  expect(isContentId(cid)).toBe(may);
});
