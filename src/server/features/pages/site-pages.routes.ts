import type { App } from '#server/http/app-types.ts'
import type { WebApp } from './page-template.ts'
import type { PageService } from './pages.service.ts'
import { robotsText, sitemapOf, sitePages, withHeadOf } from './site-pages.ts'

/** `head` is added to every page. */
type Dependencies = { pages: PageService; webApp: WebApp; publicUrl: string; sellsPlans: boolean; head: string }

export function sitePageRoutes(app: App, { pages, webApp, publicUrl, sellsPlans, head }: Dependencies) {
  const options = { config: { keyScope: 'never' }, schema: { hide: true } } as const

  for (const { descriptionIfFree, ...page } of sitePages) {
    if (!sellsPlans && descriptionIfFree) page.description = descriptionIfFree
    app.get(page.path, options, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(withHeadOf(page, await webApp.html(page.path), { publicUrl, head })),
    )
  }

  app.get('/robots.txt', options, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(publicUrl)),
  )
  app.get('/sitemap.xml', options, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemapOf(await pages.listForSitemap(), publicUrl)),
  )
}
