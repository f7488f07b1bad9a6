import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Upload } from 'tus-js-client'
import type { Client, TestLink } from '#test/support/client.ts'
import { aPicture, padded } from '#test/support/pictures.ts'
import { encodeMetadata } from '#test/support/resumable-uploads.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { createRandom, type Random } from './random.ts'

type Options = { backend: Backend; cuts: number; seed: number }

const photoBytes = 4_000_000
/** The first one, and another one if the connection breaks before its answer. */
const maxStarts = 2

/** Forwards connections, and breaks the current one after each of these bytes that clients have sent in total. */
async function startCuttingProxy(target: string, offsets: number[], scope: Scope) {
  const left = [...offsets]
  let passed = 0
  let cuts = 0
  let starts = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(target).port), '127.0.0.1')
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
    }
    server.pipe(client)
    let isCut = false
    client.on('data', (chunk: Buffer) => {
      if (isCut) return
      if (chunk.subarray(0, 5).toString() === 'POST ') starts++
      const cut = left[0]
      const sent = cut === undefined ? chunk : chunk.subarray(0, cut - passed)
      passed += sent.length
      if (sent.length === chunk.length && passed !== cut) return void server.write(sent)
      left.shift()
      cuts++
      isCut = true
      server.write(sent, () => {
        client.resetAndDestroy()
        server.destroy()
      })
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  scope.defer(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, cuts: () => cuts, starts: () => starts, passedBytes: () => passed }
}

type Sending = { origin: string; link: TestLink; photo: Buffer; cuts: number }

/** Resolves to the image's ID. */
const sendByTusClient = ({ origin, link, photo, cuts }: Sending) =>
  new Promise<string>((resolve, reject) => {
    let image = ''
    new Upload(photo, {
      endpoint: `${origin}/api/uploads`,
      headers: { authorization: `Bearer ${link.owner.token}` },
      metadata: { linkId: link._id, filename: 'beach.jpg' },
      retryDelays: Array.from({ length: cuts * 2 }, () => 20),
      onAfterResponse: (_request, response) => {
        image = response.getHeader('framelight-image') ?? image
      },
      onError: ({ message }) => reject(new Error(message.slice(0, 300))),
      onSuccess: () => resolve(image),
    }).start()
  })

async function sendByCurl({ origin, link, photo, cuts }: Sending) {
  const curl = async (args: string[], body?: Buffer) => {
    const common = ['-sS', '-i', '-H', `authorization: Bearer ${link.owner.token}`, '-H', 'tus-resumable: 1.0.0']
    const child = spawn('curl', [...common, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.on('error', () => {})
    child.stdin.end(body)
    return await text(child.stdout)
  }
  const find = (answer: string, name: string) => new RegExp(`^${name}: (.+?)\\r?$`, 'im').exec(answer)?.[1]
  const metadata = encodeMetadata({ linkId: link._id, filename: 'beach.jpg' })
  const length = ['-H', `upload-length: ${photo.length}`, '-H', `upload-metadata: ${metadata}`]
  let url: string | undefined
  for (let tries = 0; tries < cuts * 4; tries++) {
    url ??= find(await curl(['-X', 'POST', ...length, `${origin}/api/uploads`]), 'location')
    const answer = url && (await curl(['--head', origin + url]))
    const offset = answer && find(answer, 'upload-offset')
    const image = answer && find(answer, 'framelight-image')
    if (image) return image
    if (!url || !offset) continue
    const headers = ['-H', `upload-offset: ${offset}`, '-H', 'content-type: application/offset+octet-stream']
    const patch = ['-X', 'PATCH', ...headers, '-H', 'expect:', '--data-binary', '@-', origin + url]
    await curl(patch, photo.subarray(Number(offset)))
  }
  throw new Error(`curl gave up after ${cuts * 4} tries`)
}

async function check(client: Client, link: TestLink, id: string, photo: Buffer) {
  const { body } = await client.get(`/api/links/${link._id}`, link.owner.token)
  const found = await client.findFaults(id, link.owner.token, photo)
  return body.data.imageCount === 1 ? found : [...found, `the link has ${body.data.imageCount} images`]
}

const offsetsIn = (random: Random, cuts: number) =>
  Array.from({ length: cuts }, () => random.between(1, photoBytes - 1)).sort((one, other) => one - other)

/** Foreign clients send one photo each, and the connection breaks at random offsets. */
export const cutUploads = ({ backend, cuts, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const random = createRandom(seed)
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const owner = await client.aUser()
    const counts: Outcome['counts'] = { backend }
    for (const [name, send] of Object.entries({ 'tus-js-client': sendByTusClient, curl: sendByCurl })) {
      const link = await client.aLink(owner)
      const photo = padded(
        await aPicture({ seed: random.between(1, 1e6) })
          .jpeg()
          .toBuffer(),
        photoBytes,
      )
      const proxy = await startCuttingProxy(client.url, offsetsIn(random, cuts), scope)
      const id = await send({ origin: proxy.origin, link, photo, cuts })
      findings.noteAll(await check(client, link, id, photo), `${name}: `)
      findings.expectCount(`${name}: cuts`, proxy.cuts(), cuts)
      if (proxy.starts() > maxStarts) findings.note(`${name} started ${proxy.starts()} times instead of continuing`)
      counts[`cuts of ${name}`] = proxy.cuts()
      counts[`extra bytes of ${name}`] = proxy.passedBytes() - photo.length
    }
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })
