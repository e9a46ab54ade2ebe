import type { NodeChange } from '@xyflow/react';
import type { Point } from '../model/flow-graph.ts';

export interface Size {
  width: number;
  height: number;
}

/** What the canvas tells of its nodes, by what it means. */
export interface NodeChanges {
  sizes: Map<string, Size>;
  /** Where nodes are while they are being dragged. */
  held: Map<string, Point>;
  /** Where nodes were dropped, or moved by a key. */
  dropped: Map<string, Point>;
  selected: string | null;
}

export function readChanges(changes: readonly NodeChange[]): NodeChanges {
  const read: NodeChanges = {
    sizes: new Map(),
    held: new Map(),
    dropped: new Map(),
    selected: null,
  };
  for (const change of changes) {
    if (change.type === 'dimensions' && change.dimensions)
      read.sizes.set(change.id, change.dimensions);
    else if (change.type === 'position' && change.position)
      (change.dragging ? read.held : read.dropped).set(change.id, change.position);
    else if (change.type === 'select' && change.selected) read.selected = change.id;
  }
  return read;
}
