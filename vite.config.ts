import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstPageBudget } from './vite-budget.ts'

/** The text of every page is set in this font: fetching it beside the styles, not after them, spares a jump. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml(_html, { bundle = {} }) {
    const font = Object.keys(bundle).find((file) => /latin-wght-normal.*\.woff2$/.test(file))
    if (!font) return []
    const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
    return [{ tag: 'link', attrs, injectTo: 'head' }]
  },
}

export default defineConfig({
  root: `${import.meta.dirname}/src/web`,
  plugins: [react(), tailwindcss(), preloadFont, firstPageBudget],
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    // The first versions that know light-dark(), on which every colour rests.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The page's policy allows scripts, styles and fonts only as files of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
