import {
  Button,
  CloseButton,
  Drawer,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { later } from '../../parts/later.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { ListView } from './list/list-view.tsx';
import { beginFlow } from './model/flow-changes.ts';
import { NodeIcon } from './node-state.tsx';
import type { FlowView } from './toolbar.tsx';
import { TryIt } from './try-it/try-it.tsx';
import type { TryRun } from './try-it/use-try-run.ts';
import { useFlow } from './use-flow.ts';

// A phone shows the list, and never loads the canvas.
const Canvas = later(() => import('./canvas/canvas.tsx'));

interface FlowStageProps {
  view: FlowView;
  isNarrow: boolean;
  template: Template;
  run: TryRun;
  panel: FlowPanel;
  onPanel: (panel: FlowPanel) => void;
}

/** The open panel. On a wide screen the selected node's form is always open. */
export type FlowPanel = 'node' | 'try' | null;

export function FlowStage({ view, isNarrow, template, run, panel, onPanel }: FlowStageProps) {
  const { flow, selected, select, focus } = useFlow();
  const isNodeShown = selected !== null && panel !== 'try' && (panel === 'node' || !isNarrow);
  const shown = panel === 'try' ? 'try' : isNodeShown ? 'node' : undefined;

  const close = () => {
    onPanel(null);
    if (shown !== 'node' || !selected) return;
    select(null);
    focus({ on: 'node', id: selected.id });
  };

  return (
    <div className="flow-views" data-panel={isNarrow ? undefined : shown}>
      {flow.nodes.length === 0 ? (
        <BeginFlow wasRemoved={template.flow !== null} />
      ) : view === 'list' ? (
        <ListView />
      ) : (
        <Suspense fallback={<Skeleton h={420} />}>
          <Canvas onOpen={() => onPanel('node')} />
        </Suspense>
      )}
      {shown === 'try' && (
        <SidePanel isNarrow={isNarrow} label="Test run" onClose={close}>
          <TryIt run={run} template={template} />
        </SidePanel>
      )}
      {shown === 'node' && selected && (
        <SidePanel isNarrow={isNarrow} label="Settings of the node" onClose={close}>
          <Inspector node={selected} templateId={template.id} />
        </SidePanel>
      )}
    </div>
  );
}

interface SidePanelProps extends Pick<FlowStageProps, 'isNarrow'> {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function SidePanel({ isNarrow, label, onClose, children }: SidePanelProps) {
  const close = (
    <Group justify="flex-end" className="flow-panel-close">
      <CloseButton aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
    </Group>
  );
  if (isNarrow)
    return (
      <Drawer.Root opened onClose={onClose} position="right" size="min(460px, 100%)">
        <Drawer.Overlay />
        <Drawer.Content aria-label={label}>
          <Drawer.Body pt="md">
            {close}
            {children}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  return (
    <section className="flow-panel" aria-label={label}>
      {close}
      {children}
    </section>
  );
}

const choices = [
  {
    kind: 'provider',
    title: 'Send with SES',
    text: 'Execute sends the mail to the address in _to. You can add verifications before it.',
  },
  {
    kind: 'callback',
    title: 'Return the mail',
    text: 'Execute returns subject, HTML and text. The caller sends the mail.',
  },
] as const;

/** `wasRemoved`: the removal is not saved yet. */
function BeginFlow({ wasRemoved }: { wasRemoved: boolean }) {
  const { apply, hints } = useFlow();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <Stack gap="xs" maw={680}>
          <Title order={2} size="h4">
            {wasRemoved ? 'The flow was removed' : 'This template has no flow'}
          </Title>
          <Text>
            A flow says what a call to <b>execute</b> does with the template: fill in defaults,
            verify the input, and then send the mail or return it. Without a flow, execute renders
            the template and returns the mail to the caller.
          </Text>
          {wasRemoved && (
            <Text>The next publish removes the live flow. Until then Undo brings it back.</Text>
          )}
        </Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {choices.map(({ kind, title, text }, index) => (
            <Paper key={kind} withBorder p="md" component={Stack} gap="sm" justify="space-between">
              <Text size="sm">{text}</Text>
              <Button
                variant={index === 0 ? 'filled' : 'default'}
                leftSection={<NodeIcon kind={kind} />}
                style={{ alignSelf: 'flex-start' }}
                onClick={() => apply(beginFlow(kind, hints))}
              >
                {title}
              </Button>
            </Paper>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
