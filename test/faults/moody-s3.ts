import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startFakeS3, startTestS3 } from '../support/s3-server.ts'
import { readFiles } from './books.ts'
import type { Scope } from './scope.ts'

/** `forgets`: does what it is asked and then says that it could not. `waits`: does it when the mood is over. */
export type Mood = 'well' | 'fails' | 'hangs' | 'hangs up' | 'forgets' | 'waits'
type Affected = (request: IncomingMessage) => boolean

/** A working S3 server behind one that, for the requests it is told, answers 500, never answers, or hangs up. */
export async function startMoodyS3(scope: Scope) {
  const folder = await scope.folder('s3')
  const real = await startTestS3(folder)
  scope.defer(real.close)
  let mood: Mood = 'well'
  let isAffected: Affected = () => false
  let met = 0
  let waiting: (() => void)[] = []

  const moody = await startFakeS3((request, response) => {
    if (mood === 'well' || !isAffected(request)) return passOn(request, (answer) => answerWith(response, answer))
    met++
    if (mood === 'waits') return void waiting.push(() => passOn(request, (answer) => answerWith(response, answer)))
    if (mood === 'hangs') return void request.resume()
    if (mood === 'hangs up') return void request.socket.destroy()
    if (mood === 'forgets') return passOn(request, (answer) => answer.resume().on('end', () => fail(response)))
    request.resume().on('end', () => fail(response))
  })
  scope.defer(moody.close)

  function passOn(request: IncomingMessage, use: (answer: IncomingMessage) => void) {
    const { method, url: path, headers } = request
    const { hostname, port } = new URL(real.options.endpoint as string)
    const onward = httpRequest({ hostname, port, method, path, headers }, use)
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  }

  return {
    options: moody.options,
    /** From now on, for these requests; all writes if nothing else is said. */
    become(next: Mood, affected: Affected = ({ method }) => method === 'PUT') {
      mood = next
      isAffected = affected
      met = 0
      for (const goOn of waiting) goOn()
      waiting = []
    },
    /** How many requests have met the present mood. */
    met: () => met,
    readFiles: () => readFiles(join(folder, moody.options.bucket), 's3'),
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
