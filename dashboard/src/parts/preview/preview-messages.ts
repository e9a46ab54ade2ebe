import * as z from 'zod/mini';

/** A segment of a run, by their indices. */
const place = { run: z.number(), segment: z.number() };

/** The messages that the preview's page sends. The mail in it cannot send any, because its scripts do not run. */
export const previewMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('shown'), number: z.number() }),
  z.object({ kind: z.literal('link'), href: z.string() }),
  /** The author clicked a segment, `offset` characters after its beginning as the browser shows it. */
  z.object({ kind: z.literal('pointed'), number: z.number(), ...place, offset: z.number() }),
  /** The author wants to edit a run that has nothing to edit. */
  z.object({ kind: z.literal('refused'), number: z.number(), ...place }),
  /** The author began to edit a run at this segment, which may be the value of a placeholder. */
  z.object({ kind: z.literal('begun'), number: z.number(), ...place }),
  /** The texts of the run that is edited: what they showed before, and what they show now. */
  z.object({
    kind: z.literal('typed'),
    number: z.number(),
    texts: z.array(z.object({ segment: z.number(), before: z.string(), after: z.string() })),
  }),
  /** The author has finished: the texts stay as they are, or as they were before. */
  z.object({ kind: z.literal('ended'), number: z.number(), keeps: z.boolean() }),
  /** The author pressed the keys of undo or redo while no text was edited. */
  z.object({ kind: z.literal('undo'), isRedo: z.boolean() }),
]);

export type PreviewMessage = z.output<typeof previewMessage>;

/** A text of a run, by the index of its segment: what it showed before, and shows now. */
export type TypedText = Extract<PreviewMessage, { kind: 'typed' }>['texts'][number];

/** What the author does with the texts of a mail. */
export type CopyMessage = Exclude<PreviewMessage, { kind: 'ready' | 'shown' | 'link' }>;

/** A segment as the preview needs it. */
export interface ShownSegment {
  kind: 'text' | 'value' | 'fixed' | 'image';
  /** The name of the placeholder; empty for a text. */
  name: string;
  isMissing: boolean;
}

/** What the preview may do with the marked texts of a mail. */
export interface ShownCopy {
  /** What each mark begins with. */
  token: string;
  runs: readonly { isEditable: boolean; segments: readonly ShownSegment[] }[];
  /** Whether a click edits a text, and the Tab key reaches each one that can be edited. */
  isEditing: boolean;
}

/** The messages that the preview's page gets. */
export type FrameMessage =
  | { kind: 'show'; number: number; html: string; copy: ShownCopy | null }
  /** Highlights a run, or none if it is null. With `scrolls`, also scrolls to a run that is out of sight. */
  | { kind: 'point'; number: number; run: number | null; scrolls: boolean };
