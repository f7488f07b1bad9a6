import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Answer, Client, TestLink } from '#test/support/client.ts'
import { aPicture, padded } from '#test/support/pictures.ts'
import { encodeMetadata } from '#test/support/resumable-uploads.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

type Options = { backend: Backend; kills: number; uploaders?: number; seed: number }

const pictureBytes = 600_000
const pieceBytes = { min: 5_000, max: 150_000 }
const longestWorkMs = 3000
const jobTimeoutMs = 60_000

/** Kills the server during resumable uploads. Afterwards, no acknowledged byte is lost, and every upload goes on. */
export const killDuringResumableUploads = ({ backend, kills, uploaders: many = 6, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, database, inspector } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const owner = await client.aUser()
    const uploaders: ReturnType<typeof createUploader>[] = []
    for (let n = 0; n < many; n++) {
      const isGuest = n % 2 === 1
      const link = await client.aLink(owner, { guestUploads: 'everyone' })
      uploaders.push(createUploader({ client, link, isGuest, random: createRandom(seed + n + 1), findings }))
    }
    const sum = (name: 'pieces' | 'finished' | 'broken') =>
      uploaders.reduce((total, { counts }) => total + counts[name], 0)

    let done = 0
    for (; done < kills; done++) {
      noteProgress('kill', done + 1, kills)
      let isOver = false
      const working = uploaders.map(({ work }) => work(() => isOver))
      const enough = sum('pieces') + random.between(3, 40)
      await until(() => sum('pieces') >= enough, { timeoutMs: longestWorkMs })
      await delay(random.between(0, 60))
      isOver = true
      await product.kill()
      await Promise.all(working)
      await product.start()
      for (const { checkOffset } of uploaders) await checkOffset()
    }
    let checked = 0
    for (const { finish, check } of uploaders) {
      await finish()
      checked += await check()
    }

    // As if a day had passed since the last byte of every upload.
    const abandoned = await Promise.all(uploaders.map(({ abandon }) => abandon()))
    const db = await createDatabase(database)
    await db.updateTable('resumable_uploads').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    await product.stop()
    await product.start()
    const areGone = async () =>
      (await db.selectFrom('resumable_uploads').select('id').execute()).length === 0 &&
      (await db.selectFrom('doomed_objects').select('prefix').where('prefix', 'like', 'uploads/%').execute()).length ===
        0
    if (!(await until(areGone, { timeoutMs: jobTimeoutMs }))) findings.note("expired uploads weren't removed")
    await db.destroy()
    findings.noteAll(await inspector.findFaults(), 'a day later: ')
    findings.noteAll(product.crashes)
    findings.expectCount('kills', done, kills)
    findings.expectAtLeast('images checked', checked, many)
    findings.expectAtLeast('requests interrupted by a kill', sum('broken'), kills)
    findings.expectCount('abandoned uploads', abandoned.length, many)
    if (findings.problems.length > 0) findings.note(`the end of its log: ${product.lastLines()}`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        kills: done,
        'acknowledged pieces': sum('pieces'),
        'requests interrupted': sum('broken'),
        'images checked': checked,
      },
    }
  })

type Uploading = { url: string; bytes: Buffer; acknowledged: number; sent: number }

type Scene = { client: Client; link: TestLink; isGuest: boolean; random: Random; findings: Findings }

/** The link's owner, or a guest whose images wait for approval. */
function createUploader({ client, link, isGuest, random, findings }: Scene) {
  const { token } = link.owner
  let pass = ''
  const counts = { pieces: 0, finished: 0, broken: 0 }
  const images = new Map<string, Buffer>()
  let current: Uploading | undefined

  const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> =>
    client.call(method, path, {
      ...(!isGuest && { token }),
      headers: { 'tus-resumable': '1.0.0', ...(pass && { 'x-framelight-pass': pass }), ...headers },
      ...(body && { body }),
    })

  async function begin(): Promise<Uploading> {
    const picture = await aPicture({ seed: random.between(1, 1e6) })
      .jpeg()
      .toBuffer()
    const bytes = padded(picture, pictureBytes)
    const place = isGuest ? { slug: link.slug } : { linkId: link._id }
    const metadata = encodeMetadata({ ...place, filename: 'beach.jpg' })
    const answer = await tus('POST', '/api/uploads', {
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    })
    if (answer.status !== 201) throw new Error(`Couldn't start an upload: ${answer.status} ${answer.bytes}`)
    pass ||= answer.body.data.pass ?? ''
    return { url: String(answer.headers.location), bytes, acknowledged: 0, sent: 0 }
  }

  async function send(upload: Uploading) {
    const { url, bytes, acknowledged } = upload
    const end = Math.min(bytes.length, acknowledged + random.between(pieceBytes.min, pieceBytes.max))
    upload.sent = end
    const headers = { 'upload-offset': String(acknowledged), 'content-type': 'application/offset+octet-stream' }
    const answer = await tus('PATCH', url, headers, bytes.subarray(acknowledged, end))
    if (answer.status !== 204) {
      findings.note(`a piece at ${acknowledged} returned ${answer.status} ${answer.bytes}`)
      current = undefined
      return
    }
    if (answer.headers['upload-offset'] !== String(end)) findings.note(`a piece until ${end} returned another offset`)
    upload.acknowledged = end
    counts.pieces++
    if (end === bytes.length) keep(upload, answer)
  }

  function keep({ bytes }: Uploading, { headers }: Answer) {
    const id = headers['framelight-image']
    if (typeof id !== 'string') findings.note('a complete upload has no image')
    else images.set(id, bytes)
    counts.finished++
    current = undefined
  }

  /** The offset must include everything that was acknowledged, and nothing that wasn't sent. */
  async function checkOffset() {
    if (!current) return
    const answer = await tus('HEAD', current.url, {})
    const offset = Number(answer.headers['upload-offset'])
    if (answer.status !== 200) {
      findings.note(`HEAD returned ${answer.status} after a kill`)
      current = undefined
      return
    }
    if (offset < current.acknowledged) findings.note(`${current.acknowledged - offset} acknowledged bytes were lost`)
    if (offset > current.sent) findings.note(`the offset is ${offset - current.sent} bytes ahead`)
    current.acknowledged = offset
    if (offset === current.bytes.length) keep(current, answer)
  }

  return {
    counts,
    checkOffset,
    async work(isOver: () => boolean) {
      while (!isOver()) {
        try {
          current ??= await begin()
          await send(current)
        } catch {
          counts.broken++
          return
        }
      }
    },
    async finish() {
      current ??= await begin()
      for (let upload: Uploading | undefined = current; upload; upload = current) await send(upload)
    },
    async check() {
      // Only the cleaned full size of a guest's image is kept.
      for (const [id, bytes] of images)
        findings.noteAll(await client.findFaults(id, token, isGuest ? undefined : bytes))
      const { body } = await client.get(`/api/links/${link._id}`, token)
      const { imageCount, uploadsWaiting } = body.data
      findings.expectCount('images in the link', isGuest ? uploadsWaiting : imageCount, images.size)
      return images.size
    },
    async abandon() {
      current = await begin()
      await send(current)
    },
  }
}
