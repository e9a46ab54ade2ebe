import { SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { PreviewFrame } from './preview-frame.tsx';

const modes = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Plain text' },
] as const;

type Mode = (typeof modes)[number]['value'];

/** The width of a phone's screen in CSS pixels: that of most iPhones since 2014. */
const phoneWidth = 375;

/** Most mails are laid out for 600 CSS pixels, and change below 620 or 640: a desktop has more. */
const desktopWidth = 720;

/** What a reader gets to see, as the service renders it. */
export function PreviewPane({
  rendered,
  isBehind,
}: {
  rendered: RenderedDraft | null;
  isBehind: boolean;
}) {
  const [mode, setMode] = useState<Mode>(firstMode);
  const { ref: stage, width } = useElementSize();
  const [link, setLink] = useState<string | null>(null);
  return (
    <section className="preview" aria-label="Preview" data-mode={mode}>
      <div className="pane-bar">
        <SegmentedControl
          size="xs"
          aria-label="Preview as"
          value={mode}
          onChange={(next) =>
            setMode(modes.find(({ value }) => value === next)?.value ?? 'desktop')
          }
          data={[...modes]}
        />
      </div>
      <Text size="sm" className="preview-subject">
        <span className="preview-label">Subject</span> {rendered?.subject || '(empty)'}
        {isBehind && (
          <span className="preview-behind"> · shows the last draft without problems</span>
        )}
      </Text>
      <div className="preview-body">
        {mode === 'text' && <PlainText label="Plain text of the mail" text={rendered?.text} />}
        <div ref={stage} className="preview-stage" hidden={mode === 'text'}>
          <PreviewFrame
            html={rendered?.html ?? null}
            scheme={mode === 'dark' ? 'dark' : 'light'}
            {...sizeIn(mode, width)}
            onLink={setLink}
          />
        </div>
      </div>
      <Text size="sm" role="status" className="preview-link">
        {link !== null && `The link leads to ${link || 'nowhere: it has no address'}`}
      </Text>
    </section>
  );
}

/** Who holds a phone sees what a phone shows. */
function firstMode(): Mode {
  return window.matchMedia(`(max-width: ${desktopWidth}px)`).matches ? 'phone' : 'desktop';
}

/** A desktop that has less room than a desktop is drawn smaller, not narrower. */
function sizeIn(mode: Mode, room: number): { width: number | null; scale: number } {
  if (mode === 'phone') return { width: phoneWidth, scale: 1 };
  if (room === 0 || room >= desktopWidth) return { width: null, scale: 1 };
  return { width: desktopWidth, scale: room / desktopWidth };
}

/** A plain text as a mail program shows it. */
export function PlainText({ label, text }: { label: string; text: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
    <section className="plain-text" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}
