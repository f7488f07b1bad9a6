import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

type Options = {
  /** Whether to drop the response to this upload, counted from one, after the server has stored it. */
  losesResponse?: (upload: number) => boolean
  /** Called with the number of uploads that got a response so far. */
  onAnswered?: (uploads: number) => void
}

export async function startFlakyProxy(
  baseURL: string,
  { losesResponse = () => false, onAnswered = () => {} }: Options,
) {
  let isCut = false
  let sent = 0
  let answered = 0
  const line = createServer((request, response) => {
    if (isCut) {
      request.socket.destroy()
      return
    }
    const isUpload = request.method === 'POST' && /\/images$/.test(request.url ?? '')
    if (isUpload) sent += 1
    const isLost = isUpload && losesResponse(sent)
    const target = new URL(request.url ?? '/', baseURL)
    const passed = forward(
      target,
      { method: request.method, headers: { ...request.headers, host: target.host } },
      (answer) => {
        if (isLost || isCut) {
          answer.resume()
          request.socket.destroy()
          return
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
        if (isUpload) onAnswered(++answered)
      },
    )
    passed.on('error', () => request.socket.destroy())
    request.on('error', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => line.listen(0, resolve))
  return {
    origin: `http://localhost:${(line.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      line.closeAllConnections()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      line.closeAllConnections()
      line.close()
    },
  }
}
