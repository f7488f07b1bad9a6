import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Image } from '#shared/images.ts'
import { toForm } from './form.ts'

type Call = {
  token?: string | undefined
  json?: unknown
  body?: Buffer
  headers?: Record<string, string>
  /** Overrides the client's own IP address. */
  from?: string
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like any client, without our types
  body: any
  /** The time from sending the request to the last byte of the response. */
  ms: number
}

export type Person = { token: string; id: string; email: string; password: string }
export type TestLink = { _id: string; slug: string; owner: Person }
export type Picture = { bytes: Buffer; fileName: string }

type UploadOptions = { key?: string; isCover?: boolean }

const answerTimeoutMs = 120_000

let people = 0

/**
 * Calls a running product like any HTTP client, from the given loopback address, which the product treats as a separate
 * network. Rejects if the connection breaks, because then the outcome is unknown.
 */
export function createClient(url: string, localAddress = '127.0.0.1') {
  const agent = new Agent({ keepAlive: false })

  function call(
    method: string,
    path: string,
    { token, json, body, headers, from = localAddress }: Call = {},
  ): Promise<Answer> {
    const payload = json === undefined ? body : Buffer.from(JSON.stringify(json))
    const sentAt = performance.now()
    return new Promise((resolve, reject) => {
      const request = httpRequest(url + path, {
        method,
        agent,
        localAddress: from,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(payload && { 'content-length': payload.length }),
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          ...headers,
        },
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      request.on('error', reject)
      request.on('response', async (response) => {
        try {
          const bytes = await buffer(response)
          const isJson = String(response.headers['content-type']).startsWith('application/json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
            ms: performance.now() - sentAt,
          })
        } catch (error) {
          reject(error)
        }
      })
      request.end(payload)
    })
  }

  const get = (path: string, token?: string) => call('GET', path, { token })

  /** Uses a new network, because registrations per network are limited. */
  async function aUser(): Promise<Person> {
    const email = `person-${++people}-${Date.now()}@example.com`
    const password = 'secret-1'
    const from = `127.9.${(people >> 8) & 255}.${people & 255}`
    const answer = await call('POST', '/api/auth/register', { json: { name: 'Ada Lovelace', email, password }, from })
    if (answer.status !== 201) throw new Error(`Registration failed: ${answer.status} ${answer.bytes}`)
    return { token: answer.body.token, id: answer.body.user.id, email, password }
  }

  async function aLink(owner: Person, fields: object = {}): Promise<TestLink> {
    const answer = await call('POST', '/api/links', { token: owner.token, json: { title: 'Summer', ...fields } })
    if (answer.status !== 201) throw new Error(`Couldn't create a link: ${answer.status} ${answer.bytes}`)
    return { ...answer.body.data, owner }
  }

  function upload(link: TestLink, { bytes, fileName }: Picture, { key, isCover = false }: UploadOptions = {}) {
    const cover = { name: 'isCoverImage', value: String(isCover) }
    const form = toForm([cover, { name: 'image', fileName, bytes }])
    return call('POST', `/api/links/${link._id}/images`, {
      token: link.owner.token,
      body: form.payload,
      headers: { ...form.headers, ...(key !== undefined && { 'idempotency-key': key }) },
    })
  }

  async function anImage(link: TestLink, picture: Picture): Promise<Image> {
    const answer = await upload(link, picture)
    if (answer.status !== 201) throw new Error(`Upload failed: ${answer.status} ${answer.bytes}`)
    return answer.body.data
  }

  /** Checks that every file of an acknowledged image exists and is complete. Returns the problems. */
  async function findFaults(imageId: string, token: string, original?: Buffer): Promise<string[]> {
    const answer = await get(`/api/images/${imageId}`, token)
    if (answer.status !== 200) return [`image ${imageId} returned ${answer.status}`]
    const image: Image = answer.body.data
    const addresses = [...image.renditions.map((rendition) => rendition.url), image.url ?? 'no full size']
    const found = await Promise.all(addresses.map(async (address) => faultOf(await get(address), address)))
    const kept = await get(`/api/images/${imageId}/original`, token)
    if (kept.status !== 200) found.push(`original of ${imageId} returned ${kept.status}`)
    else if (original && !kept.bytes.equals(original)) found.push(`original of ${imageId} isn't what was sent`)
    return found.filter((fault) => fault !== undefined)
  }

  const del = (path: string, token: string) => call('DELETE', path, { token })
  return { url, call, get, del, aUser, aLink, upload, anImage, findFaults }
}
export type Client = ReturnType<typeof createClient>

async function faultOf({ status, bytes }: Answer, address: string) {
  if (status !== 200) return `${address} returned ${status}`
  try {
    await sharp(bytes, { failOn: 'warning' }).stats()
    return undefined
  } catch (error) {
    return `${address} isn't a complete picture: ${(error as Error).message}`
  }
}
