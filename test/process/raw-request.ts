import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends bytes that no client library would send. The server must close the connection afterwards. */
export async function sendRaw(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  // Bodies are short enough to fit in one chunk.
  const isChunked = headers['transfer-encoding'] === 'chunked'
  return { status: Number(statusLine.split(' ')[1]), headers, body: isChunked ? (body.split('\r\n')[1] ?? '') : body }
}
