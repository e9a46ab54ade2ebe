import './workbench.css';
import { SegmentedControl, Splitter } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Docks, useDocks } from './docks.ts';

/** What a narrow window shows. A wide one shows all three. */
export type Side = 'source' | 'preview' | 'data';

interface WorkbenchProps {
  side: Side;
  onSide: (side: Side) => void;
  source: ReactNode;
  preview: ReactNode;
  /** The test data. `isOpen`: a wide window shows more of it than its bar. */
  data: (dock: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) => ReactNode;
}

/** The height of the closed test data in CSS pixels: that of its bar. */
const barHeight = 41;

/** The source beside the preview, and the test data below the preview. The author sets their sizes. */
export function Workbench({ side, onSide, source, preview, data }: WorkbenchProps) {
  const [docks, setDocks] = useDocks();
  const [isResizing, setResizing] = useState(false);
  const change = (changes: Partial<Docks>) => setDocks((before) => ({ ...before, ...changes }));
  const { isDataOpen } = docks;
  const resizing = {
    onResizeStart: () => setResizing(true),
    onResizeEnd: () => setResizing(false),
  };
  const dataHeight = isDataOpen ? docks.data : barHeight;
  return (
    <div
      className="workbench fill"
      data-side={side}
      data-data={isDataOpen ? 'open' : 'closed'}
      data-resizing={isResizing || undefined}
    >
      <SegmentedControl
        hiddenFrom="md"
        className="workbench-sides"
        fullWidth
        aria-label="Show"
        value={side}
        onChange={onSide}
        data={[
          { value: 'source', label: 'Source' },
          { value: 'preview', label: 'Preview' },
          { value: 'data', label: 'Data' },
        ]}
      />
      <Splitter
        className="editor"
        {...resizing}
        sizes={[docks.source, 100 - docks.source]}
        onSizeChange={([width]) => change({ source: Number(width) })}
      >
        <Splitter.Pane defaultSize={54} min={20} className="editor-pane" data-of="source">
          {source}
        </Splitter.Pane>
        <Splitter.Pane defaultSize={46} min={20} className="editor-pane" data-of="rest">
          <Splitter
            orientation="vertical"
            className="editor-rest"
            {...resizing}
            sizes={[100, `${dataHeight}px`]}
            onSizeChange={([, height]) => {
              if (isDataOpen) change({ data: Number.parseFloat(String(height)) });
            }}
          >
            <Splitter.Pane defaultSize={100} min={10} className="editor-pane" data-of="preview">
              {preview}
            </Splitter.Pane>
            <Splitter.Pane
              defaultSize={`${dataHeight}px`}
              min={isDataOpen ? '120px' : `${barHeight}px`}
              className="editor-pane"
              data-of="data"
            >
              {data({
                isOpen: isDataOpen,
                onOpen: (isOpen) => change({ isDataOpen: isOpen }),
              })}
            </Splitter.Pane>
          </Splitter>
        </Splitter.Pane>
      </Splitter>
    </div>
  );
}
