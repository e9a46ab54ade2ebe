import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import type { FlowOutcome } from '../../../../../functions/manage/contracts/flow.ts';
import type { Message, MessageCopy } from '../../../../../functions/manage/contracts/messages.ts';
import type {
  Template,
  TemplateVariable,
} from '../../../../../functions/manage/contracts/templates.ts';
import { type DeliveryField, languageField } from '../../../../../shared/engine/flow/delivery.ts';
import { useFlowRun } from '../../../api/flow.ts';
import { useMessageToTry } from '../../../api/messages.ts';
import { useTemplatesOf } from '../../../api/templates.ts';
import { type DraftState, unsavedContentOf } from '../../../draft/draft.ts';
import { DraftStore } from '../../../draft/draft-store.ts';
import { parseData } from '../../../draft/test-data.ts';
import type { TemplateDraft } from '../../../draft/use-template-draft.ts';
import { fillWithSamples } from '../../editor/data/samples.ts';
import { type Flow, storedFlow, whatRuns } from '../model/flow.ts';
import { useFlow } from '../use-flow.ts';

/** A field of the request that a run takes. */
export type TryField = DeliveryField | typeof languageField;

export interface TryResult {
  answer: FlowOutcome;
  flow: Flow;
}

export type TryRun = ReturnType<typeof useTryRun>;

/** Runs the flow with the test data, samples and `to`, or with the values of the message of `?message=ID`. */
export function useTryRun({ template, state }: TemplateDraft, flow: Flow, to: string) {
  const [store] = useState(() => new DraftStore(trialOf(template, state, flow)));
  const data = useSyncExternalStore(store.subscribe, () => store.current().draft.testData);
  const [delivery, setDelivery] = useState<Partial<Record<TryField, string>>>({ _to: to });
  const [result, setResult] = useState<TryResult | null>(null);
  const run = useFlowRun();
  const tried = useMessageToTry(useSearchParams()[0].get('message'));
  useEffect(() => {
    if (!tried.data) return;
    const { message, copy } = tried.data;
    setDelivery(deliveryOf(message, copy));
    if (copy === null) return;
    const testData = JSON.stringify(copy.variables, null, 2);
    store.dispatch({ kind: 'written', changes: { testData } });
  }, [tried.data, store]);
  const parsed = parseData(data);

  const start = () => {
    if (!parsed.ok || run.isPending) return;
    const given = Object.entries(delivery).filter(([, value]) => value.trim() !== '');
    setResult(null);
    run.mutate(
      {
        ...unsavedContentOf(state.draft),
        data: parsed.data,
        flow: storedFlow(flow),
        delivery: Object.fromEntries(given),
      },
      { onSuccess: (answer) => setResult({ answer, flow }) },
    );
  };

  return {
    /** The variables as test data, apart from the author's draft. */
    store,
    state,
    tried,
    data,
    delivery,
    /** Whether a branch depends on the language of the request. */
    hasLanguage: flow.nodes.some((node) => node.type === 'branch' && node.field === languageField),
    writeDelivery: (field: TryField, value: string) =>
      setDelivery((before) => ({ ...before, [field]: value })),
    start,
    isPending: run.isPending,
    error: run.error,
    result,
    /** The flow is the one that ran: its marks still apply. */
    isCurrent: result !== null && whatRuns(result.flow) === whatRuns(flow),
  };
}

function trialOf({ variables }: Template, state: DraftState, { nodes }: Flow): DraftState {
  const named = nodes.flatMap((node) => (node.type === 'variables' ? node.variables : []));
  const filled = new Set(named.flatMap((each) => ('default' in each ? [each.name] : [])));
  const lacking = variables.filter(({ name }) => !filled.has(name));
  const testData = fillWithSamples(state.draft.testData, lacking, state.draft.html);
  return { ...state, draft: { ...state.draft, testData } };
}

function deliveryOf(
  { recipients }: Message,
  copy: MessageCopy | null,
): Partial<Record<TryField, string>> {
  const delivery: Partial<Record<TryField, string>> = {};
  for (const { field, address } of recipients) {
    delivery[field] = delivery[field] === undefined ? address : `${delivery[field]}, ${address}`;
  }
  return { ...delivery, ...copy?.given };
}

/** The variables that a run may need: the template's, those that branches read, and those of their templates. */
export function useTriedVariables(template: Template): TemplateVariable[] {
  const { nodes } = useFlow().flow;
  const branches = nodes.filter((node) => node.type === 'branch');
  const others = useTemplatesOf(branches.map((branch) => branch.template));
  const read = branches.flatMap(({ field }) => (/^(_|$)/.test(field) ? [] : variableOf(field)));
  const known = new Set(template.variables.map(keyOf));
  const isNew = (variable: TemplateVariable) => {
    const key = keyOf(variable);
    return known.has(key) ? false : known.add(key) !== null;
  };
  const more = [...read, ...others.flatMap(({ variables }) => variables)];
  return [...template.variables, ...more.filter(isNew)];
}

const keyOf = ({ within, name }: TemplateVariable) => JSON.stringify([within, name]);

function variableOf(name: string): TemplateVariable {
  return { name, within: [], uses: ['value'], required: false, defaults: [] };
}
