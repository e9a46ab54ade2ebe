/** Bundled into an empty page: CodeMirror with its usual extensions and HTML, and nothing of the dashboard. */
import { html } from '@codemirror/lang-html';
import { basicSetup, EditorView } from 'codemirror';

globalThis.openBareEditor = (doc) => {
  const whole = EditorView.theme({ '&': { height: '100vh', width: '54vw' } });
  const extensions = [basicSetup, EditorView.lineWrapping, html(), whole];
  new EditorView({ doc, extensions, parent: document.body });
};
