import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startFakeS3, startTestS3 } from '#test/support/s3-server.ts'
import type { Scope } from '#test/support/scope.ts'
import { readFiles } from './consistency.ts'

/** `forgets` handles the request but reports failure. `waits` handles it once the fault is over. */
export type S3Fault = 'fails' | 'hangs' | 'hangs up' | 'forgets' | 'waits'
type Affected = (request: IncomingMessage) => boolean

/** Starts a proxy to a working S3 server. The current fault affects only selected requests. */
export async function startFlakyS3(scope: Scope) {
  const folder = await scope.folder('s3')
  const real = await startTestS3(folder)
  scope.defer(real.close)
  let fault: S3Fault | undefined
  let isAffected: Affected = () => false
  let met = 0
  let waiting: (() => void)[] = []

  const flaky = await startFakeS3((request, response) => {
    if (!fault || !isAffected(request)) return passOn(request, (answer) => answerWith(response, answer))
    met++
    if (fault === 'waits') return void waiting.push(() => passOn(request, (answer) => answerWith(response, answer)))
    if (fault === 'hangs') return void request.resume()
    if (fault === 'hangs up') return void request.socket.destroy()
    if (fault === 'forgets') return passOn(request, (answer) => answer.resume().on('end', () => fail(response)))
    request.resume().on('end', () => fail(response))
  })
  scope.defer(flaky.close)

  function passOn(request: IncomingMessage, use: (answer: IncomingMessage) => void) {
    const { method, url: path, headers } = request
    const { hostname, port } = new URL(real.options.endpoint as string)
    const onward = httpRequest({ hostname, port, method, path, headers }, use)
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  }

  function switchTo(next: S3Fault | undefined, affected: Affected) {
    fault = next
    isAffected = affected
    met = 0
    for (const goOn of waiting) goOn()
    waiting = []
  }

  return {
    options: flaky.options,
    /** Breaks matching requests from now on, by default all uploads. */
    breakWith: (next: S3Fault, affected: Affected = ({ method }) => method === 'PUT') => switchTo(next, affected),
    repair: () => switchTo(undefined, () => false),
    /** The number of requests that the current fault has affected. */
    met: () => met,
    readFiles: () => readFiles(join(folder, flaky.options.bucket), 's3'),
  }
}

function answerWith(response: ServerResponse, answer: IncomingMessage) {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(response)
}

const fail = (response: ServerResponse) =>
  response
    .writeHead(500, { 'content-type': 'application/xml' })
    .end('<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>')
