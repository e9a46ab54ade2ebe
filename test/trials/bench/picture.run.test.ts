import { draw } from '../../../trials/bench/picture.ts';
import { expect, test } from '../../jest.ts';

test('a picture of a bench has every panel, label and number, and no script', async () => {
  const bar = { panel: '12 KB', label: 'eta & co', value: 1.25, isOwn: false };
  const own = { panel: '12 KB', label: 'postrider', value: 1, isOwn: true };

  const svg = await draw({ title: 'A mail', axis: 'times', bars: [own, bar] });

  expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
  for (const text of ['A mail', 'times', '12 KB', 'postrider', '1.00', 'eta &amp; co', '1.25']) {
    expect(svg).toContain(`>${text}</text>`);
  }
  expect(svg).not.toContain('<script');
});
