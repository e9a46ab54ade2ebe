import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { PlainText } from './plain-text.tsx';
import { PreviewFrame } from './preview-frame.tsx';

const modes = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Plain text' },
] as const;

type Mode = (typeof modes)[number]['value'];

/** The width of a phone's screen in CSS pixels: that of most iPhones since 2014. */
const phoneWidth = '375px';

/** What a reader gets to see, as the service renders it. */
export function PreviewPane({
  rendered,
  isBehind,
}: {
  rendered: RenderedDraft | null;
  isBehind: boolean;
}) {
  const [mode, setMode] = useState<Mode>('desktop');
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
        <div className="preview-stage" hidden={mode === 'text'}>
          <PreviewFrame
            html={rendered?.html ?? null}
            scheme={mode === 'dark' ? 'dark' : 'light'}
            width={mode === 'phone' ? phoneWidth : '100%'}
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
