import { defineConfig } from 'vite';
import { componentStyles } from '../../../dashboard/component-styles.ts';

/** Builds the page of components as `dashboard/vite.config.ts` builds the dashboard. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [componentStyles()],
  build: { target: 'es2023', cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
});
