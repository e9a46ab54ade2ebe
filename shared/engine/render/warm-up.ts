import type { TemplatePrograms } from './compiled-template.ts';
import type { PlaceholderStep, ProgramStep } from './program/program.ts';
import { type RenderedContent, type Rendering, renderContent } from './render-content.ts';

const placeholder = (name: string, ifNone: string | null): PlaceholderStep => {
  return { kind: 'value', name, path: null, isRaw: false, default: ifNone };
};

/** What nearly every mail has: values, one of them to be escaped, a default, a loop. */
const html: ProgramStep[] = [
  '<p>',
  placeholder('name', null),
  placeholder('none', 'a default'),
  { kind: 'section', name: 'items', path: null, isInverted: false, end: 5 },
  placeholder('number', null),
  { kind: 'close', start: 3 },
  '</p>',
];

const stored: TemplatePrograms = {
  subject: ['Hello ', placeholder('name', null)],
  html,
  text: null,
  textIsDerived: false,
};

/** Renders a small mail in Lambda's INIT, where V8 compiles the code (docs/performance.md). */
export function warmUp(): Rendering<RenderedContent> {
  const programs: TemplatePrograms = JSON.parse(JSON.stringify(stored));
  return renderContent(programs, { name: 'Ada & Bob', items: [{ number: 1 }] });
}
