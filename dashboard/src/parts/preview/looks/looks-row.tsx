import { Anchor, Group, Radio, Text } from '@mantine/core';
import { startTransition, useEffect, useEffectEvent, useRef } from 'react';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { type LookView, lookViews } from '../../../../../shared/engine/looks/views/views.ts';
import type { SimulatedMail } from './simulated-mail.ts';

/** The look of the mail as it is written. */
const written = 'original';

/** The shortest interval of simulations, in milliseconds. */
const apartMs = 300;

interface LooksRowProps {
  rendered: Pick<RenderedDraft, 'html' | 'warnings'>;
  look: string;
  onLook: (look: string) => void;
  /** Null: the mail as it is written. */
  onMail: (mail: SimulatedMail | null) => void;
  onClose: () => void;
}

/** The mail clients whose look can be simulated, each with the number of its findings, and the rule of the chosen one. */
export default function LooksRow({ rendered, look, onLook, onMail, onClose }: LooksRowProps) {
  const { html, warnings } = rendered;
  const view = lookViews.find(({ id }) => id === look);
  const show = useEffectEvent(onMail);
  const lastAt = useRef(0);
  useEffect(() => {
    if (!view) return show(null);
    const pause = setTimeout(
      () => {
        lastAt.current = performance.now();
        const scheme = view.isDark ? 'dark' : 'light';
        startTransition(() => show({ html: view.transform(html), scheme }));
      },
      Math.max(0, lastAt.current + apartMs - performance.now()),
    );
    return () => clearTimeout(pause);
  }, [view, html]);
  useEffect(() => () => show(null), []);
  const countOf = ({ client }: LookView) =>
    warnings.filter(({ clients }) => clients?.includes(client)).length;
  return (
    <section
      aria-label="Looks"
      className="preview-looks"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Radio.Group aria-label="Simulated look" value={view?.id ?? written} onChange={onLook}>
        <Group gap="sm">
          <Radio size="xs" value={written} label="As written" data-autofocus />
          {lookViews.map((each) => (
            <Radio
              key={each.id}
              size="xs"
              value={each.id}
              label={`${each.name}${countOf(each) > 0 ? ` (${countOf(each)})` : ''}`}
            />
          ))}
        </Group>
      </Radio.Group>
      <Text size="sm" role="status" mt={6}>
        {view ? (
          <>
            Simulated: {view.rule}{' '}
            <Anchor inherit href={view.source} target="_blank" rel="noreferrer">
              Source
            </Anchor>
          </>
        ) : (
          'Choose a mail client. The number beside it counts what it breaks in this mail.'
        )}
      </Text>
    </section>
  );
}
