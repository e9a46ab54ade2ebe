import { limited } from '../../local/limited-lines.ts';
import { expect, test } from '../jest.ts';

test('a burst of lines is printed, then one line that says there are more, until some time has passed', () => {
  const said: string[] = [];
  let now = 0;
  const tell = limited(
    (line) => void said.push(line),
    'more in logs',
    () => now,
  );
  const many = () => {
    for (let line = 1; line <= 30; line++) tell(`line ${line}`);
  };

  many();
  now = 9999;
  tell('too early');
  now = 10_000;
  many();

  const passed = [...Array.from({ length: 20 }, (_, at) => `line ${at + 1}`), '… more in logs'];
  expect(said).toEqual([...passed, ...passed]);
});
