import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { RenderPage } from '#shared/page-data.ts'
import { App } from './app/app.tsx'
import { GalleryPage } from './app/pages/gallery-page.tsx'
import { ImagePage } from './app/pages/image-page.tsx'
import { Providers } from './app/providers.tsx'
import { RestOfImages, seedQueries } from './lib/page-data.ts'
import { createQueryClient } from './lib/query-client.ts'

const screens = { gallery: GalleryPage, image: ImagePage }

/** React writes what belongs into the head (titles, preloads) before everything else. */
const headTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

/** A recipient's page as HTML: the same tree as in main.tsx, with the two screens at hand instead of loaded. */
export const render: RenderPage = (data, rest) => {
  const queryClient = createQueryClient()
  seedQueries(queryClient, data)
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={new URL(data.url).pathname}>
        <RestOfImages value={rest}>
          <Providers queryClient={queryClient}>
            <App screens={screens} />
          </Providers>
        </RestOfImages>
      </StaticRouter>
    </StrictMode>,
  )
  const head = headTags.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
