import './flow.css';
import { Alert, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FlowRefusals } from '../../../../functions/manage/contracts/flow.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { deliveryFields } from '../../../../shared/engine/flow/delivery.ts';
import type { FlowNode } from '../../../../shared/engine/flow/graph.ts';
import { useRefusals } from '../../api/flow.ts';
import { readersAddress } from '../../api/readers-address.ts';
import { useSenders } from '../../api/sending.ts';
import { useTemplateNames, useTypes } from '../../api/templates.ts';
import { type OpenTemplate, TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { IconAlertTriangle, IconPlayerPlay } from '../../parts/icons.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { type FlowPanel, FlowStage } from './flow-stage.tsx';
import { asItRuns } from './model/connect-rules.ts';
import { type DeclaredTypes, declaredTypes } from './model/declared-types.ts';
import { type Flow, readFlow } from './model/flow.ts';
import type { NodeHints } from './model/node-words.ts';
import { failureOf, marksOf } from './model/run.ts';
import { unverifiedIn } from './model/unverified.ts';
import { ProblemsStrip, useVerdict } from './problems-strip.tsx';
import { Toolbar, useView } from './toolbar.tsx';
import { useTryRun } from './try-it/use-try-run.ts';
import { FlowProvider, type Refusals } from './use-flow.ts';
import { useFlowEditor } from './use-flow-editor.ts';
import { type FocusPlace, useFocusRequest } from './use-focus-request.ts';

export function Component() {
  const { work, account } = useOpenTemplate();
  const stored = work.state.draft.flow;
  const flow = useMemo(() => {
    const read = readFlow(stored);
    return read === 'unknown' ? read : asItRuns(read);
  }, [stored]);
  if (work.template.kind === 'partial') {
    return (
      <TemplateTab label="Flow">
        <Text>A partial has no flow: the templates that take it have theirs.</Text>
      </TemplateTab>
    );
  }
  if (flow !== 'unknown') return <FlowPage work={work} account={account} flow={flow} />;
  return (
    <TemplateTab label="Flow">
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title="The dashboard cannot show this flow"
      >
        This version of the dashboard does not know a part of the flow, and saving would lose that
        part. Reload the page to get the latest version, or change the flow in the template’s files
        and push them.
      </Alert>
      <CodeBlock text={JSON.stringify(stored, null, 2)} label="The stored flow" />
    </TemplateTab>
  );
}

function FlowPage(props: Pick<OpenTemplate, 'work' | 'account'> & { flow: Flow }) {
  const { work, account, flow } = props;
  const { store, template } = work;
  const page = useRef<HTMLDivElement>(null);
  const { say, region } = useLiveRegion();
  const isTried = useSearchParams()[0].has('message');
  const [panel, setPanel] = useState<FlowPanel>(isTried ? 'try' : null);
  const requestFocus = useFocusRequest(page);
  const focus = (place: FocusPlace) => {
    setPanel((open) => (place.on !== 'node' ? 'node' : open === 'try' ? 'try' : null));
    requestFocus(place);
  };
  const editor = useFlowEditor({ store, flow, say, focus });
  const { view, setView, isNarrow } = useView();
  const run = useTryRun(work, flow, readersAddress(account));
  const verdict = useVerdict(flow);
  const known = useSenders().data;
  const senders = sendersOf((known ?? []).map(({ identity }) => identity));
  const nameOf = useTemplateNames(flow.nodes.flatMap(targetOf));
  const schema = useTypes(template.id, template.revision).data?.jsonSchema;
  const types = useMemo(() => declaredTypes(schema, template.id), [schema, template.id]);
  const refused = useRefusals(template.id).data;
  const refusals = useMemo(() => refusalsOf(template.id, refused), [template.id, refused]);
  const answer = run.isCurrent ? run.result?.answer : undefined;

  useHotkeys([
    ['mod+Z', () => void editor.undo()],
    ['mod+shift+Z', () => void editor.redo()],
    ['mod+Y', () => void editor.redo()],
  ]);

  return (
    <FlowProvider
      value={{
        ...editor,
        problems: verdict.problems,
        marks: answer ? marksOf(flow, answer.trace) : new Map(),
        failure: answer ? failureOf(answer, flow) : null,
        names: namesOf(template, flow, types),
        types,
        senders,
        hints: hintsOf(template, senders),
        refusals,
        unverified: unverifiedIn(flow, known),
        nameOf,
      }}
    >
      <TemplateTab
        label="Flow"
        shownElsewhere={['/flow']}
        actions={
          <PlainButton icon={IconPlayerPlay} onClick={() => setPanel('try')}>
            Try it
          </PlainButton>
        }
      >
        <div ref={page} className="flow-page">
          <Toolbar view={view} onView={setView}>
            <ProblemsStrip {...verdict} />
          </Toolbar>
          <FlowStage
            view={view}
            isNarrow={isNarrow}
            template={template}
            run={run}
            panel={panel}
            onPanel={setPanel}
          />
        </div>
      </TemplateTab>
      {region}
    </FlowProvider>
  );
}

/** Announces sentences to screen readers, also the same one twice in a row. */
function useLiveRegion() {
  const [said, setSaid] = useState({ sentence: '', turn: 0 });
  const say = useCallback(
    (sentence: string) => setSaid(({ turn }) => ({ sentence, turn: turn + 1 })),
    [],
  );
  const region = (
    <VisuallyHidden role="status" aria-live="polite">
      <span key={said.turn}>{said.sentence}</span>
    </VisuallyHidden>
  );
  return { say, region };
}

/** Each verified address, then `hello@` at each verified domain. */
function sendersOf(identities: readonly string[]): string[] {
  const known = identities.filter((identity) => identity !== '*');
  const domains = known.filter((identity) => !identity.includes('@'));
  return [
    ...known.filter((identity) => identity.includes('@')),
    ...domains.map((domain) => `hello@${domain}`),
  ];
}

function refusalsOf(template: string, refused: FlowRefusals | undefined): Refusals {
  const { nodes = [], since = '' } = refused ?? {};
  return new Map(
    nodes.map(({ node, requests: count }) => {
      const search = new URLSearchParams({ state: 'REFUSED', template, node, from: since });
      return [node, { count, path: `/messages?${search}` }];
    }),
  );
}

const targetOf = (node: FlowNode) => (node.type === 'branch' ? [node.template] : []);

function hintsOf({ variables, languages }: Template, senders: readonly string[]): NodeHints {
  const names = variables.map(({ name }) => name).filter((name) => name !== '.');
  const required = variables.filter((each) => each.required && each.within.length === 0);
  return {
    required: required.map(({ name }) => name),
    variables: [...new Set(names)],
    hasLanguages: Object.keys(languages).length > 0,
    from: senders[0] ?? '',
  };
}

function namesOf({ variables }: Template, { nodes }: Flow, types: DeclaredTypes): string[] {
  const named = nodes.flatMap((node) => (node.type === 'variables' ? node.variables : []));
  const declared = [...variables, ...named].map(({ name }) => name);
  const all = [...declared, ...types.keys(), ...deliveryFields];
  return [...new Set(all.filter((name) => name !== '' && name !== '.'))];
}
