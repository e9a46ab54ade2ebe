import { sorted } from '../../../../dashboard/src/pages/templates/sorted.ts';
import { expect, test } from '../../../jest.ts';

const draft = (createdAt: string) => ({
  ...{ revision: 2, createdAt, by: 'ada', how: 'dashboard', note: null, from: 1 },
});
const row = (id: string, name: string, day: number, drafted?: number) => ({
  ...{ id, name, updatedAt: at(day), draft: drafted ? draft(at(drafted)) : null },
});
const at = (day: number) => `2026-05-0${day}T10:00:00.000Z`;
const rows = [
  row('mail-10', 'ärger', 1),
  row('mail-9', 'Zebra 10', 2),
  row('b', 'Zebra 9', 3),
  row('a', 'Zebra 9', 1, 4),
];

test('templates are sorted by the last change of them or their draft, by name, or by id, with numbers in their order', () => {
  const ids = (order: Parameters<typeof sorted>[1]) => sorted(rows, order).map(({ id }) => id);

  expect(ids('change')).toEqual(['a', 'b', 'mail-9', 'mail-10']);
  expect(ids('name')).toEqual(['mail-10', 'a', 'b', 'mail-9']);
  expect(ids('id')).toEqual(['a', 'b', 'mail-9', 'mail-10']);
});
