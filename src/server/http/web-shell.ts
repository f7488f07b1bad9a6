import type { FastifyReply, FastifyRequest } from 'fastify'
import { noIndex } from '#server/features/pages/preview-tags.ts'
import { statusOf } from '#shared/errors.ts'
import type { PageData, RenderPage } from '#shared/page-data.ts'
import { explain } from './errors.ts'

/** The web app as the server knows it: the one page that loads it, and how to fill that in. */
export type WebShell = {
  html: (url: string) => Promise<string>
  /** The same, ready to be filled in by `render`. */
  pageHtml: (data: PageData) => Promise<string>
  render: (...given: Parameters<RenderPage>) => Promise<ReturnType<RenderPage>>
  /** Whether what was rendered stays as it is, so that it can be kept. */
  isBuilt: boolean
}

/** For a page that cannot be filled in: the app loads all the same, tries by itself and says what is wrong. */
export async function sendBareShell(shell: WebShell, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, details } = explain(error, request)
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  const html = await shell.html(request.url)
  return reply
    .code(statusOf[code])
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(html.replace('</head>', `${noIndex}</head>`))
}
