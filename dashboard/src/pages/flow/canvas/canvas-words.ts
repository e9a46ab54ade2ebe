/** What the canvas says to who uses it with keyboard and ears. */
export const canvasWords = {
  'node.a11yDescription.default':
    'Enter opens the settings, C connects it, the arrow keys move it once it is selected, Delete removes it.',
  'node.a11yDescription.keyboardDisabled': 'Enter selects the node.',
  'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) =>
    `Node moved ${direction}`,
  'edge.a11yDescription.default': 'Enter selects the connection, Delete removes it.',
  'controls.ariaLabel': 'View of the canvas',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Show the whole flow',
  'controls.interactive.ariaLabel': 'Lock the nodes',
  'minimap.ariaLabel': 'The whole flow, small',
  'handle.ariaLabel': 'End of a connection',
};
