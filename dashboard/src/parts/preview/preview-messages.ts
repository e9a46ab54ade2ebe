import * as z from 'zod/mini';

const place = { run: z.number(), segment: z.number() };

// The mail itself sends none, because its scripts do not run.
export const previewMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('shown'), number: z.number() }),
  z.object({ kind: z.literal('link'), href: z.string() }),
  /** `offset`: characters from the beginning of the segment as the browser shows it. */
  z.object({ kind: z.literal('pointed'), number: z.number(), ...place, offset: z.number() }),
  z.object({ kind: z.literal('refused'), number: z.number(), ...place }),
  /** The segment may be the value of a placeholder. */
  z.object({ kind: z.literal('begun'), number: z.number(), ...place }),
  /** What the texts showed before, and show now. */
  z.object({
    kind: z.literal('typed'),
    number: z.number(),
    texts: z.array(z.object({ segment: z.number(), before: z.string(), after: z.string() })),
  }),
  /** If not `keeps`, the texts are as before the edit. */
  z.object({ kind: z.literal('ended'), number: z.number(), keeps: z.boolean() }),
  /** No text was edited. */
  z.object({ kind: z.literal('undo'), isRedo: z.boolean() }),
]);

export type PreviewMessage = z.output<typeof previewMessage>;

export type TypedText = Extract<PreviewMessage, { kind: 'typed' }>['texts'][number];

export type CopyMessage = Exclude<PreviewMessage, { kind: 'ready' | 'shown' | 'link' }>;

export interface ShownSegment {
  kind: 'text' | 'value' | 'fixed' | 'image';
  name?: string | undefined;
  isMissing: boolean;
}

export interface ShownCopy {
  token: string;
  /** Another number ends an edit in the preview. */
  attempt: number;
  runs: readonly { isEditable: boolean; segments: readonly ShownSegment[] }[];
  /** With it, a click or the Tab key reaches each text to edit. */
  isEditing: boolean;
}

export type FrameMessage =
  | { kind: 'show'; number: number; html: string; copy: ShownCopy | null }
  /** Highlights a run; none if null. With `scrolls`, also scrolls to a run that is out of sight. */
  | { kind: 'point'; number: number; run: number | null; scrolls: boolean };
