import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type FakeImage = {
  _id: string
  key: string
  fileName: string
  fields: Record<string, string>
  bytes: Buffer
  addedBy?: { name: string }
  url?: string
  /** The name of the original in its response. */
  originalName?: string
}
export type FakeLink = { _id: string; slug: string; title: string; key: string; images: FakeImage[] } & Record<
  string,
  unknown
>
type Call = { method: string; path: string; key: string; body: Record<string, unknown> }
type Fault = (call: Call) => { status: number; code?: string; retryAfter?: string } | 'drop' | undefined

/** A small Framelight in memory that tests can make slow, strict or unreachable. */
export async function createFakeFramelight() {
  const links: FakeLink[] = []
  const calls: Call[] = []
  /** Each applies until it has returned an answer once. */
  const faults: Fault[] = []

  const addLink = (fields: object, key = ''): FakeLink => {
    const _id = `link-${links.length + 1}`
    const link = { title: 'Summer', ...fields, _id, slug: `slug-${links.length + 1}`, key, images: [] }
    links.push(link)
    return link
  }

  function answer(call: Call, form?: FormData): Promise<[number, unknown]> | [number, unknown] {
    const { method, path, key, body } = call
    const [, linkId = '', rest = ''] = /^\/api\/links\/([^/?]+)\/?(.*)$/.exec(path) ?? []
    const link = links.find(({ _id }) => _id === linkId)
    if (path === '/api/auth/keys/current') {
      const owner = { name: 'Mara' }
      return [200, { _id: 'key', name: 'Laptop', scopes: ['upload'], links: null, expiresAt: null, owner }]
    }
    if (path === '/api/config') return [200, { fileLimitMb: 1 }]
    if (method === 'POST' && path === '/api/links') {
      const made = links.find((one) => one.key === key)
      return made ? [200, made] : [201, addLink(body, key)]
    }
    if (!link) return [404, { code: 'NOT_FOUND', message: 'Link not found' }]
    if (rest === 'images/known') {
      const keys = body.keys as string[]
      return [
        200,
        link.images.filter((one) => keys.includes(one.key)).map((one) => ({ key: one.key, imageId: one._id })),
      ]
    }
    if (rest === 'images' && form) return receive(link, key, form)
    if (rest === 'images') return [200, link.images.map((image) => ({ ...image, bytes: undefined, renditions: [] }))]
    if (rest === 'invitations') return method === 'GET' ? [200, []] : [201, body]
    return [200, link]
  }

  async function receive(link: FakeLink, key: string, form: FormData): Promise<[number, unknown]> {
    const { _id, slug, title } = link
    const first = link.images.find((one) => one.key === key)
    if (first) return [200, { _id: first._id, link: { _id, slug, title } }]
    const file = form.get('image') as File
    const bytes = Buffer.from(await file.arrayBuffer())
    if (bytes.includes('not a picture'))
      return [415, { code: 'UNSUPPORTED_IMAGE', message: `"${file.name}" can't be used.` }]
    const fields = Object.fromEntries([...form].filter(([name]) => name !== 'image')) as Record<string, string>
    const image = { _id: `image-${link.images.length + 1}`, key, fileName: file.name, fields, bytes }
    link.images.push(image)
    return [201, { _id: image._id, link: { _id, slug, title } }]
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url: path = '', headers } = request
    const type = String(headers['content-type'])
    const bytes = await buffer(request)
    const isForm = type.startsWith('multipart/')
    const form = isForm
      ? await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
      : undefined
    const body = !isForm && bytes.length > 0 ? JSON.parse(bytes.toString()) : {}
    const call = { method, path, key: String(headers['idempotency-key'] ?? ''), body }
    calls.push(call)
    const at = faults.findIndex((fault) => fault(call) !== undefined)
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.(call)
    if (fault === 'drop') return request.socket.destroy()
    const original = /^\/api\/images\/([^/]+)\/original$/.exec(path)?.[1]
    const image = links.flatMap((link) => link.images).find(({ _id }) => _id === original)
    if (image && !fault) {
      if (image.originalName) response.setHeader('content-disposition', `attachment; filename="${image.originalName}"`)
      return response.setHeader('content-length', image.bytes.length).end(image.bytes)
    }
    const [status, data] = fault
      ? [fault.status, { code: fault.code, message: `Refused: ${fault.code}` }]
      : await answer(call, form)
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(fault?.retryAfter !== undefined && { 'retry-after': fault.retryAfter }),
    })
    return response.end(
      JSON.stringify(status < 400 ? { success: true, data } : { success: false, ...(data as object) }),
    )
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address() as { port: number }
  return { url: `http://127.0.0.1:${address.port}`, links, calls, faults, addLink }
}
