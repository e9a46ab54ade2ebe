import { notifications } from '@mantine/notifications';
import { type RefObject, useEffect, useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { type Draft, flowOf, readFlow } from './model/flow-draft.ts';
import type { Hints } from './model/fresh-node.ts';
import { isSameJson } from './model/same-json.ts';
import { firstSender } from './model/sender-words.ts';
import { useFlowSave } from './save/use-flow-save.ts';
import { useFlowEditorState } from './use-flow-editor.ts';
import { type FocusPlace, useFocusWish } from './use-focus-wish.ts';

export interface FlowWorkOptions {
  /** As it was read last. */
  template: Template;
  stored: Draft | null;
  identities: readonly string[];
  page: RefObject<HTMLElement | null>;
  say: (sentence: string) => void;
  /** The focus goes into a node's form, or to the node itself. */
  onFocus: (on: 'form' | 'node') => void;
}

/** The draft of a flow, the template that it began from, and what leads from one to the other. */
export function useFlowWork({ template, stored, identities, page, say, onFocus }: FlowWorkOptions) {
  const [base, setBase] = useState(template);
  const moveFocus = useFocusWish(page);
  const focus = (place: FocusPlace) => {
    onFocus(place.on === 'node' ? 'node' : 'form');
    moveFocus(place);
  };
  const hints = hintsOf(base, identities);
  const editor = useFlowEditorState({ initial: stored, hints, say, refuse, focus });
  const saving = useFlowSave();
  const { draft, edit } = editor;
  const written = draft && flowOf(draft);
  const unfinished = written?.unfinished ?? [];
  const isChanged = unfinished.length > 0 || !isSameJson(written?.flow ?? null, base.flow);

  const takeTheirs = (theirs: Template) => {
    const read = readFlow(theirs.flow);
    if (read === 'unknown') return refuse('Their flow cannot be drawn here: reload the page.');
    setBase(theirs);
    edit(read);
    saving.dismiss();
  };

  // Somebody saved while nothing was being changed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only something new that was read counts
  useEffect(() => {
    if (template.revision <= base.revision || isChanged) return;
    if (isSameJson(template.flow, base.flow)) setBase(template);
    else takeTheirs(template);
  }, [template]);

  // What was refused is not what stands here any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the draft is what counts
  useEffect(() => {
    if (saving.state.kind === 'refused') saving.dismiss();
  }, [draft]);

  const saveOnto = async (onto: Template) => {
    const [first] = unfinished;
    if (first !== undefined) {
      refuse(`${first.detail}: correct it, then save.`);
      return false;
    }
    const saved = await saving.save(onto, written?.flow ?? null);
    if (saved === null) return false;
    setBase(saved);
    say(`Saved as revision ${saved.revision}`);
    return true;
  };

  return {
    base,
    editor,
    saving,
    isChanged,
    isSaving: saving.state.kind === 'saving',
    save: () => saveOnto(base),
    saveOnto,
    takeTheirs,
  };
}

export type FlowWork = ReturnType<typeof useFlowWork>;

function refuse(reason: string): void {
  // One at a time, and not over the form: the last reason is the one that counts.
  notifications.clean();
  notifications.show({
    color: 'red',
    title: 'That cannot be',
    message: reason,
    autoClose: 8000,
    position: 'bottom-center',
  });
}

function hintsOf({ variables }: Template, identities: readonly string[]): Hints {
  const names = variables.map(({ name }) => name).filter((name) => name !== '.');
  const required = variables.filter((each) => each.required && each.within.length === 0);
  return {
    required: required.map(({ name }) => name),
    variables: [...new Set(names)],
    from: firstSender(identities),
  };
}
