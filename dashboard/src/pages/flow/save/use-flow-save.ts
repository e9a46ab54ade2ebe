import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../../api/problem.ts';
import { readTemplate, saveTemplate, useTemplatesChanged } from '../../../api/templates.ts';
import type { StoredFlow } from '../model/flow-graph.ts';

/** What came of the last save. */
export type SaveState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'refused'; error: unknown }
  /** Somebody else saved first: what there is now. */
  | { kind: 'stale'; theirs: Template };

export interface FlowSaving {
  state: SaveState;
  /** Saves the flow as part of `base`, from its revision. The saved template, or null. */
  save: (base: Template, flow: StoredFlow | null) => Promise<Template | null>;
  dismiss: () => void;
}

/** Saves a flow: the rest of the template stays as `base` has it. */
export function useFlowSave(): FlowSaving {
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const queries = useQueryClient();
  const changed = useTemplatesChanged();

  const save = async (base: Template, flow: StoredFlow | null) => {
    setState({ kind: 'saving' });
    const { name, subject, html, text, testData } = base;
    const body = { name, subject, html, text, testData, flow, ifMatch: base.revision };
    try {
      const saved = await saveTemplate(base.id, body);
      queries.setQueryData(['templates', 'one', base.id], saved);
      setState({ kind: 'none' });
      void changed();
      return saved;
    } catch (error) {
      setState(await refusal(base.id, error));
      return null;
    }
  };

  return { state, save, dismiss: () => setState({ kind: 'none' }) };
}

async function refusal(id: string, error: unknown): Promise<SaveState> {
  if (!(error instanceof ServiceProblem) || error.code !== 'stale')
    return { kind: 'refused', error };
  try {
    return { kind: 'stale', theirs: await readTemplate(id) };
  } catch (fault) {
    return { kind: 'refused', error: fault };
  }
}
