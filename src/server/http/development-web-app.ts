import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { RenderPage } from '#shared/page-data.ts'
import { isPage } from '#shared/pages.ts'
import type { App } from './app-types.ts'
import { sendFailure } from './errors.ts'

const webSource = join(import.meta.dirname, '..', '..', 'web')

export async function useDevelopmentWebApp(app: App) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(webSource, '..', '..', 'vite.config.ts'),
    // By default, Vite writes a bundled copy of its config next to the original, which triggers our file watcher.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api/')) return sendFailure(reply, new AppError('NOT_FOUND', 'Not found'))
    // Vite serves modules, styles and files. Anything it passes on is a page.
    await new Promise<void>((passedOn) => {
      reply.raw.once('finish', passedOn)
      vite.middlewares(request.raw, reply.raw, () => passedOn())
    })
    if (reply.raw.writableEnded) return reply.hijack()
    return reply
      .code(isPage(request.url.split('?', 1)[0] ?? '/') ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(await html(request.url))
  })

  const html = async (url: string) =>
    vite.transformIndexHtml(url, await readFile(join(webSource, 'index.html'), 'utf8'))
  return {
    html,
    render: async (...given: Parameters<RenderPage>): Promise<ReturnType<RenderPage>> =>
      (await vite.ssrLoadModule('/app/entry-server.tsx')).render(...given),
    folder: undefined,
  }
}
