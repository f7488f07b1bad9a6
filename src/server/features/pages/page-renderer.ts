import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Log } from '#server/platform/concurrency/job.ts'
import { LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { GalleryState, ImageState, RenderPage } from '#shared/page-data.ts'
import type { PageContent } from './adding-pages.ts'
import { createPageTemplate, type WebApp } from './page-template.ts'
import type { OpenPage } from './pages.service.ts'

export type RenderedPage = { version: string; html: Buffer; gzip: Buffer; br: Buffer; etag: string }

type Rendered = ReturnType<RenderPage>

/** The cache has one entry per page type and reason, plus the password forms of each link. */
const maxClosed = 200

const closedState = (state: GalleryState | ImageState) => ({
  state: state.state,
  message: state.state === 'open' ? '' : state.message,
  refused: state.state === 'open' ? '' : (state.refused?.sentence ?? ''),
  studio: state.state === 'open' || !state.studio ? '' : JSON.stringify(state.studio),
})

const maxBytes = 32 * 1024 * 1024

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function createPageRenderer({ webApp, log }: { webApp: WebApp; log: Log }) {
  const template = createPageTemplate(webApp)
  const cache = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ html, gzip, br }) => html.length + gzip.length + br.length + 1000,
  })

  const closed = new LRUCache<string, Rendered>({ max: maxClosed })

  async function toHtml({ data, rest, title, tags }: PageContent) {
    return template({ title, tags, rendered: await render(data, rest), data })
  }

  /**
   * Closed pages look the same at every URL, except for password forms, which post to their own link. The rendered
   * HTML is cached, and only the data is filled in.
   */
  async function toClosedHtml(content: PageContent) {
    const { data, rest, title, tags } = content
    const { state, message, refused, studio } = closedState(data.page === 'image' ? data.image : data.gallery)
    // An open gallery that can't be added to.
    if (state === 'open') return toHtml(content)
    // The web app has no page without a slug or an ID, so its HTML is no closed page.
    if ((data.page === 'image' ? data.imageId : data.slug) === '') return toHtml(content)
    const formOf = state === 'password' && data.page !== 'image' ? data.slug : ''
    const key = `${data.page} ${state} ${message} ${refused} ${formOf} ${studio}`
    const rendered = closed.get(key) ?? (await render(data, rest))
    if (webApp.folder !== undefined && rendered.body !== '') closed.set(key, rendered)
    return template({ title, tags, rendered, data })
  }

  /** Returns an empty page on failure, because the component may still work in the browser. */
  async function render(data: PageContent['data'], rest: PageContent['rest']) {
    try {
      return await webApp.render(data, rest)
    } catch (error) {
      log.error({ err: error }, 'failed to render a page')
      return { head: '', body: '' }
    }
  }

  async function make({ key, version, read }: OpenPage): Promise<RenderedPage> {
    const html = Buffer.from(await toHtml(read()))
    const [gzip, br] = await Promise.all([toGzip(html), toBrotli(html, brotliOptions)])
    const page = { version, html, gzip, br, etag: `W/"${hash('sha1', html, 'base64url')}"` }
    // Don't cache in development, where components can change without a new version.
    if (webApp.folder !== undefined) cache.set(key, page)
    return page
  }

  const renderOnce = createSingleFlight((_id, page: OpenPage) => make(page))

  return {
    find(page: OpenPage): ReadyOrLazy<RenderedPage> {
      const { key, version } = page
      const cached = cache.get(key)
      return cached?.version === version ? cached : new LazyPromise(() => renderOnce(`${key} ${version}`, page))
    },
    toClosedHtml,
  }
}
export type PageRenderer = ReturnType<typeof createPageRenderer>
