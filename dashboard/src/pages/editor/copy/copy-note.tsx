import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePartials } from '../../../api/templates.ts';
import type { Segment } from '../../../copy/copy-runs.ts';

/** What the author has to know of the text that they clicked or changed. */
export type CopyFact =
  /** They clicked it. `isRefused`: they wanted to edit it, and it cannot be edited. */
  | { kind: 'place'; segment: Segment; isRefused: boolean }
  /** They began to edit it. `times`: how often the mail has it. `hasNames`: it has placeholders. */
  | { kind: 'begun'; times: number; hasNames: boolean }
  | { kind: 'changed'; hasOwnText: boolean }
  /** They typed two braces. */
  | { kind: 'braces' }
  /** The source has changed since the mail was rendered. */
  | { kind: 'stale' };

interface CopyNoteProps {
  fact: CopyFact | null;
  isEditing: boolean;
  onUndo: () => void;
}

/** One sentence below the preview. */
export function CopyNote({ fact, isEditing, onUndo }: CopyNoteProps): ReactNode {
  switch (fact?.kind) {
    case 'place':
      return <PlaceNote segment={fact.segment} isRefused={fact.isRefused} isEditing={isEditing} />;
    case 'begun':
      return (
        <>
          {fact.times > 1 &&
            `The mail shows this text ${fact.times} times: a change changes all of them. `}
          Enter keeps the text, Escape puts it back.
          {fact.hasNames && ' A name in blue has another value in each mail.'}
        </>
      );
    case 'changed':
      return (
        <>
          The text is changed.
          {fact.hasOwnText && ' The plain text is not: the template has its own.'}{' '}
          <Button size="compact-xs" variant="default" onClick={onUndo}>
            Undo
          </Button>
        </>
      );
    case 'braces':
      return 'The mail will show these braces as you typed them. Add placeholders in the source.';
    case 'stale':
      return 'The source has changed in the meantime, so this text was not. Edit it again.';
    default:
      return isEditing ? <Hint /> : null;
  }
}

function Hint() {
  return 'Click a text and type. Bold words and links are texts of their own.';
}

interface PlaceNoteProps {
  segment: Segment;
  isRefused: boolean;
  isEditing: boolean;
}

function PlaceNote({ segment, isRefused, isEditing }: PlaceNoteProps) {
  const partials = usePartials();
  const { in: id, kind, name } = segment;
  const file = partials.find((each) => each.id === id);
  const what = file?.isLayout ? 'layout' : file ? 'partial' : 'template';
  const where = id !== undefined && (
    <>
      {' '}
      It is in the {what}{' '}
      <Anchor component={Link} to={`/templates/${id}`} size="sm" underline="always">
        {id}
      </Anchor>
      .
    </>
  );
  if (kind === 'value') {
    return (
      <>
        This is the value of “{name}”: change it in the test data.{where}
      </>
    );
  }
  if (id !== undefined) {
    return (
      <>
        This text is in the {what}{' '}
        <Anchor component={Link} to={`/templates/${id}`} size="sm" underline="always">
          {id}
        </Anchor>
        : {isRefused ? 'edit it there' : 'a change there changes it'}.
      </>
    );
  }
  if (isRefused) return 'This text repeats: edit it where it is first.';
  return isEditing ? <Hint /> : 'Double-click the text to edit it here.';
}
