import './preview.css';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { RenderedDraft } from '../../../../functions/manage/contracts/render.ts';
import { Segments } from '../../parts/segments.tsx';
import { IconMoon } from '../icons.tsx';
import { useLooks } from './looks/use-looks.tsx';
import type { PreviewMail } from './preview-channel.ts';
import { PreviewFrame } from './preview-frame.tsx';
import type { CopyMessage } from './preview-messages.ts';

const modes = { desktop: 'Desktop', phone: 'Phone', text: 'Plain text' };

type Mode = keyof typeof modes;

/** In CSS pixels: most iPhones since 2014. */
const phoneWidth = 375;

/** In CSS pixels: below 640, most mails switch to their layout for phones. */
const mailWidth = 648;

/** With some room around the mail. */
const desktopWidth = 720;

interface PreviewPaneProps {
  rendered: Pick<RenderedDraft, 'subject' | 'html' | 'text'> | null;
  /** The warnings about the mail; with them, simulated looks of it can be chosen. Default: none. */
  warnings?: RenderedDraft['warnings'] | undefined;
  /** The mail is that of an older draft. Default: false. */
  isBehind?: boolean;
  /** Default: true. A partial on its own has no subject. */
  isMail?: boolean;
  /** "revision 3", if a page shows several. */
  of?: string;
  choice?: ReactNode;
  /** Scrolls a mail that is wider than the pane. Default: scales it down. */
  isTrueSize?: boolean;
  /** Default: the author cannot edit the mail. */
  copy?: CopyView;
}

export interface CopyView {
  mail: PreviewMail | null;
  onCopy: (message: CopyMessage) => void;
  pointed: number | null;
  tools: ReactNode;
  note: ReactNode;
}

export function PreviewPane(props: PreviewPaneProps) {
  const { rendered, isBehind = false, isMail = true, of, choice, isTrueSize = false, copy } = props;
  const { warnings } = props;
  const [mode, setMode] = useState<Mode>(firstMode);
  const [isDark, setDark] = useState(false);
  const { ref: stage, width: room } = useElementSize();
  const [link, setLink] = useState<string | null>(null);
  const html = rendered?.html ?? null;
  const plain = useMemo(() => (html === null ? null : { html }), [html]);
  const looks = useLooks(html === null || !warnings ? null : { html, warnings });
  const { pointed, tools, note, ...shown } = looks.shown || {
    ...{ mail: plain, pointed: null, tools: null, note: null, ...copy },
    scheme: isDark ? ('dark' as const) : ('light' as const),
  };
  return (
    <section
      className="preview fill"
      aria-label={of ? `Preview of ${of}` : 'Preview'}
      data-mode={mode}
    >
      <div className="pane-bar">
        <Segments size="xs" label="Preview as" value={mode} onChange={setMode} of={modes} />
        {choice}
        {mode !== 'text' && (
          <div className="preview-tools">
            <Tooltip label="As a mail program in the dark shows it">
              <ActionIcon
                size="input-xs"
                variant={isDark ? 'light' : 'default'}
                aria-label="Dark"
                aria-pressed={isDark}
                onClick={() => setDark(!isDark)}
              >
                <IconMoon size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            {looks.button}
            {tools}
          </div>
        )}
      </div>
      {mode !== 'text' && looks.row}
      <Text size="sm" className="preview-subject">
        {isMail ? (
          <>
            <Dimmed>Subject</Dimmed> {rendered?.subject || '(empty)'}
          </>
        ) : (
          <Dimmed>The partial alone</Dimmed>
        )}
        {isBehind && <Dimmed> · shows the last draft without problems</Dimmed>}
      </Text>
      <div className="fill">
        {mode === 'text' && <PlainText label="Plain text of the mail" text={rendered?.text} />}
        <div
          ref={stage}
          className="preview-stage fill"
          data-true={isTrueSize || undefined}
          hidden={mode === 'text'}
        >
          <PreviewFrame
            title={of ? `Mail of ${of}` : 'Preview of the mail'}
            mail={shown.mail}
            scheme={shown.scheme}
            {...(isTrueSize ? trueSize(room, mode) : sizeIn(room, mode))}
            onLink={setLink}
            onCopy={(message) => {
              setLink(null);
              copy?.onCopy(message);
            }}
            pointed={pointed}
          />
        </div>
      </div>
      <Text
        size="sm"
        component="div"
        role="status"
        className="preview-note"
        data-kept={copy && true}
      >
        {link === null ? mode !== 'text' && note : linkWords(link)}
      </Text>
    </section>
  );
}

const Dimmed = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);

function linkWords(link: string): string {
  return link === '' ? 'The link has no address' : `The link leads to ${link}`;
}

function firstMode(): Mode {
  return window.matchMedia(`(max-width: ${desktopWidth}px)`).matches ? 'phone' : 'desktop';
}

// Scaled down, not made narrower, if there is less room.
function sizeIn(room: number, mode: Mode): { width: number | null; scale: number } {
  const screen = mode === 'phone' ? phoneWidth : Math.max(room, desktopWidth);
  if (room === 0 || room === screen) return { width: null, scale: 1 };
  return { width: screen, scale: Math.min(1, room / screen) };
}

/** A phone may be a little narrower than most. */
function trueSize(room: number, mode: Mode): { width: number | null; scale: number } {
  const screen = mode === 'phone' ? Math.min(room, phoneWidth) : Math.max(room, mailWidth);
  return { width: room === screen ? null : screen, scale: 1 };
}

export function PlainText({ label, text }: { label: string; text: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it
    <section className="plain-text" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}
