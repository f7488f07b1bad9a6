import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { RenderPage } from '#shared/page-data.ts'
import { isPage } from '#shared/pages.ts'
import type { App } from './app-types.ts'
import { sendFailure } from './errors.ts'
import type { HotReads } from './hot-reads.ts'
import { cachingOf, createWebFiles } from './web-files.ts'

/** Serves the built web app. Unknown URLs outside /api/ and /assets/ also get index.html, but with a 404. */
export async function useWebApp(app: App, webDir: string, hotReads: HotReads) {
  const shellFile = join(webDir, 'index.html')
  const shell = existsSync(shellFile) ? readFileSync(shellFile) : undefined

  const answerShell = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || path.startsWith('/assets/') || !isRead || !shell) {
      return sendFailure(reply, new AppError('NOT_FOUND', 'Not found'))
    }
    if (isPage(path) && path.length > 1 && path.endsWith('/')) {
      return reply.redirect(path.slice(0, -1) + request.url.slice(path.length), 301)
    }
    return reply
      .code(isPage(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(shell)
  }
  app.setNotFoundHandler(answerShell)
  if (!shell) return undefined

  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, file) => {
      response.header('cache-control', cachingOf(webDir, file))
    },
  })

  const files = createWebFiles(webDir)
  hotReads.addFiles('/assets/:name', ({ headers, params }) => files.find(`assets/${params.name}`, headers))

  const html = shell.toString()
  const renderer = loadWhenNeeded(join(webDir, '..', 'server', 'entry-server.js'))
  return {
    html: async (_url: string) => html,
    render: async (...given: Parameters<RenderPage>) => (await renderer())(...given),
    folder: webDir,
  }
}

/** Loads the components from the build, because Node can't run their TSX source. */
function loadWhenNeeded(file: string): () => Promise<RenderPage> {
  let loading: Promise<{ render: RenderPage }> | undefined
  return async () => {
    loading ??= import(pathToFileURL(file).href)
    return (await loading).render
  }
}
