import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { isPage } from '#shared/pages.ts'
import type { App } from './app-types.ts'
import { sendFailure } from './errors.ts'

/** Serves the built browser app; every page address answers its shell, with the right status. */
export async function useWebApp(app: App, webDir: string) {
  const shellFile = join(webDir, 'index.html')
  const shell = existsSync(shellFile) ? readFileSync(shellFile) : undefined

  const answerShell = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path.startsWith('/api/') || path.startsWith('/assets/') || !isRead || !shell) {
      return sendFailure(reply, new AppError('NOT_FOUND', 'Not found'))
    }
    return reply
      .code(isPage(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(shell)
  }
  app.setNotFoundHandler(answerShell)
  app.get('/', { schema: { hide: true } }, answerShell)

  if (!shell) return
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, file) => {
      // Names under assets/ carry a hash of what is in them.
      const isHashed = file.startsWith(join(webDir, 'assets'))
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
