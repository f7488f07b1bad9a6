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

/** `head` is added to pages that aren't prerendered. */
type Options = { webDir: string; hotReads: HotReads; head: string }

/** Serves the built web app. Unknown URLs outside /api/ and /assets/ also get index.html, but with a 404. */
export async function useWebApp(app: App, { webDir, hotReads, head }: Options) {
  const shellFile = join(webDir, 'index.html')
  const html = existsSync(shellFile) ? readFileSync(shellFile, 'utf8') : undefined
  const shell = html && Buffer.from(html.replace('</head>', () => `${head}</head>`))

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
  if (html === undefined) return undefined

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
