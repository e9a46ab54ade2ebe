import { Group, Text, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { type FlowFacts, useFlowFacts } from '../flow-facts.ts';
import { type Draft, type DraftNode, isOutput, kindOf } from '../model/flow-draft.ts';
import { summaryOf } from '../model/node-words.ts';
import { NodeIcon } from '../node-icon.tsx';
import { FailureText, MarkBadge, ProblemCount } from '../node-state.tsx';
import { useFlowEditor } from '../use-flow-editor.ts';
import { ItemActions, type ItemActionsProps } from './item-actions.tsx';

interface ListItemProps extends ItemActionsProps {
  /** Its place in the order of a run, from 1. */
  number: number;
}

export function ListItem({ node, number, draft, isFirst, isLast }: ListItemProps) {
  const editor = useFlowEditor();
  const { titles, selection } = editor;
  const { id } = node;
  const isSelected = selection !== null && 'node' in selection && selection.node === id;
  const open = () => {
    editor.select({ node: id });
    editor.focus({ on: 'inspector', id });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Delete' || key === 'Backspace') editor.remove(id);
  };
  return (
    <li className="flow-item" data-selected={isSelected} data-kind={kindOf(node)}>
      <span className="flow-icon">
        <NodeIcon kind={kindOf(node)} />
      </span>
      <div className="flow-words">
        <UnstyledButton
          className="flow-node"
          data-id={id}
          onClick={open}
          onKeyDown={onKeyDown}
          aria-current={isSelected ? 'true' : undefined}
        >
          <Text size="sm" fw={650} component="span" className="flow-title">
            {number}. {titles.get(id)}
          </Text>
        </UnstyledButton>
        <Text size="xs" c="dimmed" className="flow-wrap">
          {summaryOf(node)}
        </Text>
        <ItemState id={id} />
        <LeadsTo node={node} draft={draft} titles={titles} />
      </div>
      <ItemActions node={node} draft={draft} isFirst={isFirst} isLast={isLast} />
    </li>
  );
}

function ItemState({ id }: { id: string }) {
  const { problems, marks, failure }: FlowFacts = useFlowFacts();
  const count = problems.filter(({ node }) => node === id).length;
  const mark = marks.get(id);
  if (count === 0 && !mark) return null;
  return (
    <Group gap={6} mt={4}>
      {count > 0 && <ProblemCount count={count} />}
      {mark && <MarkBadge mark={mark} />}
      {failure?.node === id && <FailureText text={failure.text} />}
    </Group>
  );
}

interface LeadsToProps {
  node: DraftNode;
  draft: Draft;
  titles: ReadonlyMap<string, string>;
}

function LeadsTo({ node, draft, titles }: LeadsToProps) {
  const targets = draft.edges
    .filter(({ from }) => from === node.id)
    .map(({ to }) => titles.get(to));
  const words =
    targets.length > 0
      ? `Leads to ${targets.join(', ')}`
      : isOutput(node)
        ? 'Ends the flow'
        : 'Leads nowhere yet';
  return (
    <Text size="xs" mt={4} className="flow-wrap">
      {words}
    </Text>
  );
}
