import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { browserEndpoints } from './build/browser-endpoints.ts'
import { compress } from './build/compress.ts'
import { firstPageBudget } from './build/first-page-budget.ts'
import { firstScript } from './build/first-script.ts'
import { firstStyles } from './build/first-styles.ts'
import { markdown } from './build/markdown.ts'

const webDir = `${import.meta.dirname}/dist/web`

/** Preloads the text font along with the styles, to avoid a layout shift. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml(_html, { bundle = {} }) {
    const font = Object.keys(bundle).find((file) => /latin-wght-normal.*\.woff2$/.test(file))
    if (!font) return []
    const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
    return [{ tag: 'link', attrs, injectTo: 'head' }]
  },
}

/** The framework code that every page needs. One chunk is smaller than several and remains cached across builds. */
const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|lucide-react(?!.*icons))\/(?!.*(useMutation|mutationObserver|[iI]nfiniteQuery))|preload-helper/

/** Fails the build if a file was moved, because its chunk would silently be split. */
function filesOf(folder: string, names: string[]) {
  const files = new Set(names.map((name) => resolve(import.meta.dirname, folder, name)))
  for (const file of files)
    if (!existsSync(file)) throw new Error(`A chunk in vite.config.ts lists a missing file: ${file}`)
  return (id: string) => files.has(id)
}

/**
 * `base` is the shell around every page, and `recipient` is the code that recipient pages share. Each is smaller
 * as one chunk than as several.
 */
const base = filesOf('src', [
  'shared/limits.ts',
  'web/app/app.tsx',
  'web/lib/error-message.ts',
  'web/lib/formats.ts',
  'web/lib/normalize-response.ts',
  'web/lib/page-data.ts',
  'web/ui/button.tsx',
  'web/ui/control-style.ts',
  'web/ui/skeleton.tsx',
])
const recipient = filesOf('src/web', [
  'app/navigation-menu.tsx',
  'app/recipient-navigation.tsx',
  'features/images/download-image.tsx',
  'features/images/wall/wall-picture.tsx',
  'features/links/gallery/closed-link.tsx',
  'features/links/gallery/use-expiry.ts',
  'features/links/gallery/use-gallery.ts',
  'lib/object-position.ts',
  'lib/queries/gallery.ts',
  'lib/refusal.ts',
  'lib/save-to-photos.ts',
  'app/could-not-load.tsx',
  'ui/slim-head.tsx',
  'lib/use-recipient-page.ts',
  'ui/picture.tsx',
  'ui/share-button.tsx',
  'ui/time.tsx',
  'ui/user-text.tsx',
])

/** The code that galleries share with what they load later, such as sections. */
const gallery = filesOf('src/web/features', [
  'images/wall/wall.tsx',
  'images/wall/wall-layout.ts',
  'images/wall/wall-position.ts',
  'links/gallery/download.ts',
  'links/gallery/download-all.tsx',
  'links/gallery/use-download-all.ts',
])

/** Small parts of the login page that it shares with account settings, and with Register. */
const login = filesOf('src/web', ['lib/can-use-passkeys.ts', 'lib/oidc-return-to.ts', 'lib/use-login-ways.ts'])

/** `vite build` builds the app for browsers, and `vite build --ssr` bundles its components for the server. */
export default defineConfig(({ isSsrBuild = false, command }) => ({
  root: `${import.meta.dirname}/src/web`,
  plugins: [
    react(),
    tailwindcss(),
    browserEndpoints,
    markdown,
    preloadFont,
    firstScript,
    firstPageBudget,
    firstStyles(webDir),
    compress,
  ],
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  ...(command === 'build' && {
    ssr: { noExternal: true },
    // The package.json of react-router resolves to the development build, which includes warnings.
    resolve: {
      alias: { 'react-router': `${import.meta.dirname}/node_modules/react-router/dist/production/index.mjs` },
    },
  }),
  build: {
    outDir: isSsrBuild ? `${import.meta.dirname}/dist/server` : webDir,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // These versions support light-dark(), which our theme colors use.
    target: isSsrBuild ? 'node24' : ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The CSP doesn't allow fonts in data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'framework', test: framework },
              { name: 'base', test: base },
              { name: 'recipient', test: recipient },
              { name: 'gallery', test: gallery },
              { name: 'login', test: login },
            ],
          },
        },
      },
    }),
    ...(isSsrBuild && { ssr: 'app/entry-server.tsx', copyPublicDir: false }),
  },
}))
