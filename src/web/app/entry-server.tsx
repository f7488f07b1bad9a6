import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { RenderPage } from '#shared/page-data.ts'
import { loadSectionView } from '#web/features/images/wall/section-view.ts'
import { RestOfImages, seedQueries } from '#web/lib/page-data.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { App } from './app.tsx'
import { GalleryPage } from './pages/gallery-page.tsx'
import { ImagePage } from './pages/image-page.tsx'

// In their own chunks, so their styles aren't inlined into every gallery (build/first-styles.ts).
const [{ AddPage }] = await Promise.all([import('./pages/add-page.tsx'), loadSectionView()])

const screens = { gallery: GalleryPage, image: ImagePage, addPhotos: AddPage }

/** React renders head tags, such as the title and preloads, first. */
const headTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

/** Must render the same tree as entry-browser.tsx, but without lazy screens, which `renderToString` can't wait for. */
export const render: RenderPage = (data, rest) => {
  const queryClient = createQueryClient()
  seedQueries(queryClient, data)
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={new URL(data.url).pathname}>
        <RestOfImages value={rest}>
          <App screens={screens} queryClient={queryClient} isOnDomain={data.isOnDomain} />
        </RestOfImages>
      </StaticRouter>
    </StrictMode>,
  )
  const head = headTags.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
