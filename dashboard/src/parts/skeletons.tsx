import './skeletons.css';
import { Skeleton } from '@mantine/core';

/** The head and the rows of a table, as high as real ones. */
export const RowsWait = ({ rows = 7 }: { rows?: number }) => (
  <div className="rows-wait" style={{ height: `calc(${rows + 1} * var(--row))` }} />
);

/** The overview's numbers and the chart below them. */
export const FiguresWait = () => (
  <div className="figures-wait">
    {['sent', 'delivered', 'bounced', 'complained', 'refused'].map((tile) => (
      <div key={tile}>
        <Skeleton h="0.75rem" w="40%" />
        <Skeleton h="1.5rem" w="60%" mt="xs" />
      </div>
    ))}
    <div />
  </div>
);

/** Lines of text, or the fields of a form. */
export const LinesWait = () => (
  <>
    <Skeleton h="1.75rem" />
    <Skeleton h="1.75rem" />
    <Skeleton h="1.75rem" w="70%" />
  </>
);

/** The tabs of a template and the panes below them. */
export const TemplateWait = () => (
  <div className="template-wait">
    <div />
    <div />
  </div>
);
