import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Client, TestLink } from '#test/support/client.ts'
import { aPicture } from '#test/support/pictures.ts'
import { encodeMetadata } from '#test/support/resumable-uploads.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { waitsDuring } from './flood.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'
import { memoryOfProduct } from './process-tree.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

const maxMemoryMb = 350
const restMs = 30_000
/** Other clients' p99 can be at most this many times the idle one. Up to `quickMs`, it always passes. */
const maxTimes = 2
const quickMs = 20
const quietMs = 5000

const tus = { 'tus-resumable': '1.0.0' }

/** A guest who sends photos with the tus protocol and tries again after every failure. */
function createGuest(client: Client, link: TestLink, name: string, random: Random) {
  let pass = ''
  const headers = () => ({ ...tus, ...(pass && { 'x-framelight-pass': pass }) })
  const counts = { cuts: 0, failures: 0 }

  const start = (photo: Buffer) =>
    client.call('POST', '/api/uploads', {
      headers: {
        ...headers(),
        'upload-length': String(photo.length),
        'upload-metadata': encodeMetadata({ slug: link.slug, filename: 'photo.jpg', name }),
      },
    })

  const patchHeaders = (offset: number) => ({
    ...headers(),
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  })

  /** Sends part of the file, then closes the connection. */
  function cutOff(url: string, photo: Buffer, offset: number) {
    counts.cuts++
    const sent = random.between(1, photo.length - offset - 1)
    return new Promise<void>((resolve) => {
      const call = request(client.url + url, {
        method: 'PATCH',
        localAddress: '127.0.0.1',
        headers: { ...patchHeaders(offset), 'content-length': photo.length - offset },
      })
      call.on('error', () => {}).on('close', resolve)
      call.write(photo.subarray(offset, offset + sent), () => setTimeout(() => call.destroy(), random.between(0, 50)))
    })
  }

  async function offsetOf(url: string) {
    const answer = await client.call('HEAD', url, { headers: headers() })
    return { ...answer, offset: Number(answer.headers['upload-offset']) }
  }

  /** Returns the image's ID. */
  async function send(photo: Buffer, cuts: number) {
    let url: string | undefined
    for (let left = cuts; ; ) {
      try {
        if (url === undefined) {
          const started = await start(photo)
          if (started.status !== 201) throw new Error(`POST returned ${started.status}`)
          url = String(started.headers.location)
          pass ||= started.body.data.pass ?? ''
        }
        const { status, offset, headers: found } = await offsetOf(url)
        if (found['framelight-image']) return String(found['framelight-image'])
        if (status !== 200) throw new Error(`HEAD returned ${status}`)
        if (left > 0 && photo.length - offset > 2) {
          left--
          await cutOff(url, photo, offset)
          continue
        }
        const answer = await client.call('PATCH', url, { headers: patchHeaders(offset), body: photo.subarray(offset) })
        if (answer.headers['framelight-image']) return String(answer.headers['framelight-image'])
        throw new Error(`PATCH returned ${answer.status}`)
      } catch {
        counts.failures++
        await delay(random.between(100, 1000))
      }
    }
  }

  const listMine = async (): Promise<string[]> => {
    const { body } = await client.call('GET', `/api/links/slug/${link.slug}/my-uploads`, { headers: headers() })
    return body.data.images.map(({ _id }: { _id: string }) => _id)
  }

  return { send, listMine, counts }
}
type Guest = ReturnType<typeof createGuest>

/** JPEG ignores bytes after its end, so a small picture can be a file of any size. */
async function aPhotoOf(bytes: number, seed: number) {
  const picture = await sharp(await aPicture({ width: 1200, height: 800, seed }).png().toBuffer())
    .jpeg()
    .toBuffer()
  return Buffer.concat([picture, randomBytes(Math.max(0, bytes - picture.length))])
}

/** Only an administrator can raise an account above its plan. The first account is the administrator. */
async function anEvent(client: Client, photos: number) {
  const admin = await client.aUser()
  const owner = await client.aUser()
  await client.call('PUT', `/api/admin/users/${owner.id}`, { token: admin.token, json: { imageLimit: photos * 2 } })
  const link = await client.aLink(owner, { guestUploads: 'everyone', guestUploadLimit: 5000 })
  const other = await client.aLink(owner)
  await client.anImage(other, { fileName: 'one.jpg', bytes: await aPicture({ seed: 1 }).jpeg().toBuffer() })
  return { link, other }
}

async function listQueue(client: Client, { _id, owner }: TestLink) {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await client.get(`/api/links/${_id}/guest-uploads${cursor}`, owner.token)
    ids.push(...body.data.map((image: { _id: string }) => image._id))
    if (!body.nextCursor) return ids
    cursor = `?cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

async function expectArrived(client: Client, link: TestLink, guests: Guest[], sent: string[][], findings: Findings) {
  for (const [n, guest] of guests.entries()) {
    const wanted = sent[n] ?? []
    const found = await guest.listMine()
    if (found.toSorted().join() !== wanted.toSorted().join()) {
      findings.note(`guest ${n} sent ${wanted.length} photos and has ${found.length}`)
    }
  }
  const queue = await listQueue(client, link)
  const all = sent.flat()
  findings.expectCount('photos in the queue', queue.length, all.length)
  findings.expectCount('different photos', new Set(queue).size, new Set(all).size)
}

type Crowd = { backend: Backend; guests: number; photos: number; bytes: number; isTimed: boolean; seed: number }

/** Guests who share one IP address send photos at the same time. A seventh of them are cut off twice. */
export const crowdOfGuests = ({ backend, guests: many, photos, bytes, isTimed, seed }: Crowd): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, inspector } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const { link, other } = await anEvent(client, many * photos)
    const files = await Promise.all(Array.from({ length: photos }, (_, n) => aPhotoOf(bytes, n + 1)))
    const guests = Array.from({ length: many }, (_, n) =>
      createGuest(client, link, `Guest ${n}`, createRandom(seed + n)),
    )
    const visit = [{ method: 'GET', path: `/api/links/slug/${other.slug}` }]
    const quiet = await waitsDuring(client.url, visit, () => delay(isTimed ? quietMs : 200))
    const unlucky = Math.ceil(many * 0.14)
    let arrived = 0
    const sendAll = async (guest: Guest, n: number) => {
      const ids: string[] = []
      for (const file of files) {
        const cuts = n < unlucky && ids.length === 0 ? 2 : 0
        ids.push(await guest.send(file, cuts))
        noteProgress('photos', ++arrived, many * photos)
      }
      return ids
    }
    let sent: string[][] = []
    const busy = await waitsDuring(client.url, visit, async () => {
      // Phones have their own processors.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
      sent = await Promise.all(guests.map(sendAll))
    })
    findings.noteAll(busy.problems)
    await expectArrived(client, link, guests, sent, findings)
    const [before, during] = [quantile(quiet.times, 0.99), quantile(busy.times, 0.99)]
    if (isTimed && during > Math.max(quickMs, maxTimes * before)) {
      findings.note(`another gallery's p99 went from ${before} to ${during} ms`)
    }
    if (isTimed) await delay(restMs)
    const memory = Math.round(memoryOfProduct(product.pid()))
    if (isTimed && memory > maxMemoryMb) findings.note(`the product uses ${memory} MB afterward`)
    const sum = (name: 'cuts' | 'failures') => guests.reduce((total, { counts }) => total + counts[name], 0)
    findings.expectCount('connections cut', sum('cuts'), unlucky * 2)
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    return {
      seed,
      problems: findings.problems,
      counts: {
        backend,
        guests: many,
        'photos sent': arrived,
        'connections cut': sum('cuts'),
        'tries again': sum('failures'),
        "another gallery's p99 ms": `${before} -> ${during}`,
        'memory MB': memory,
      },
    }
  })
