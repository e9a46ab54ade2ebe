import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';

/** The sender of a scaffold where the settings have none. The domain has no owner (RFC 2606). */
const anySender = 'hello@example.com';

/** A first version of a template, which passes `template lint` and can be sent. `from`: null if no sender is known. */
export function scaffold(
  templateId: string,
  { name = nameOf(templateId), from }: { name?: string | undefined; from: string | null },
): TemplateSource {
  return {
    templateId,
    name,
    subject: 'Hello {{name}}',
    html,
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

const html = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Hello {{name}}</title>
  </head>
  <body style="margin: 0; padding: 24px; font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 1.5;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; margin: 0 auto;">
      <tr>
        <td>
          <h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25;">Hello {{name}}</h1>
          <p style="margin: 0;">Write your mail here.</p>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
