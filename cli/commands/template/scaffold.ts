import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';

/** The sender of a scaffold where the settings have none. The domain has no owner (RFC 2606). */
const anySender = 'hello@example.com';

/** A first version of a partial or a layout, which passes `template lint`. */
export function scaffoldPartial(
  templateId: string,
  kind: 'partial' | 'layout',
  name = nameOf(templateId),
): TemplateSource {
  const html = kind === 'layout' ? frameOf('{{> content}}') : partialHtml;
  return { templateId, name, kind: 'partial', subject: '', html };
}

/** A first version of a template, which passes `template lint` and can be sent. `from`: null if no sender is known. */
export function scaffold(
  templateId: string,
  { name = nameOf(templateId), from }: { name?: string | undefined; from: string | null },
): TemplateSource {
  return {
    templateId,
    name,
    subject: 'Hello {{name}}',
    html: templateHtml,
    text: undefined,
    flow: {
      nodes: [
        { id: 'inputs', type: 'variables', variables: [{ name: 'name' }] },
        { id: 'mail', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: from ?? anySender },
      ],
      edges: [
        { from: 'inputs', to: 'mail' },
        { from: 'mail', to: 'send' },
      ],
    },
    testData: { name: 'Ada' },
  };
}

/** `order-shipped` becomes `Order shipped`. */
function nameOf(id: string): string {
  const words = id.split(/[-_]+/).filter((word) => word !== '');
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const partialHtml = `<p style="margin: 24px 0 0; font-size: 13px; line-height: 1.5;">Write here what several mails share.</p>
`;

const frameOf = (content: string, title = '') => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
${title}  </head>
  <body style="margin: 0; padding: 24px; font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 1.5;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; margin: 0 auto;">
      <tr>
        <td>
          ${content}
        </td>
      </tr>
    </table>
  </body>
</html>
`;

const templateHtml = frameOf(
  `<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25;">Hello {{name}}</h1>
          <p style="margin: 0;">Write your mail here.</p>`,
  '    <title>Hello {{name}}</title>\n',
);
