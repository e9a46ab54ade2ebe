import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Segment } from '../../../copy/copy-runs.ts';

export function CopyHint({ isEditing }: { isEditing: boolean }) {
  if (isEditing) return 'Click a text and type. Bold words and links are texts of their own.';
  return (
    <Text c="dimmed" span inherit>
      To edit a text, double-click it or choose “Edit text”.
    </Text>
  );
}

export function begunNote(segments: readonly Segment[]): string {
  const times = Math.max(...segments.map((each) => (each.kind === 'text' ? each.times : 1)));
  const text =
    times > 1
      ? `The mail shows this text ${times} times: a change changes all of them.`
      : 'Enter keeps the text, Escape puts it back.';
  const hasNames = segments.some(({ kind }) => kind === 'value');
  return hasNames ? `${text} Blue names differ in each mail.` : text;
}

/** Says why a segment cannot be edited; null if it can. `isRefused`: the author has tried to edit it. */
export function placeNote({ in: file, kind, name }: Segment, isRefused: boolean): ReactNode {
  const link = file !== undefined && (
    <Anchor component={Link} to={`/templates/${file}`} size="sm" underline="always">
      {file}
    </Anchor>
  );
  if (kind === 'value') {
    const what = name === '.' ? 'an item of a list' : `the value of “${name}”`;
    return (
      <>
        This is {what}: change it in the test data.{link && <> Its placeholder is in {link}.</>}
      </>
    );
  }
  if (link) {
    return (
      <>
        This {kind === 'image' ? kind : 'text'} is in {link}:{' '}
        {isRefused ? 'edit it there' : 'a change there changes it'}.
      </>
    );
  }
  if (kind === 'image') return 'This is an image: change it in the source.';
  return isRefused ? 'This text repeats: edit it where it is first.' : null;
}
