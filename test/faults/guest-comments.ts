import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { maxItems } from '#server/platform/mail/mail-content.ts'
import { type Backend, createProductOn } from './backends.ts'
import { type Client, createClient, type Person } from './client.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { createProduct } from './product.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'
import { aSmallPicture } from './samples.ts'
import { inScope } from './scope.ts'

/** Of one network on one link in ten minutes, as docs/security.md has it. */
const wordsOfNetwork = 60
const atOnce = 20

/** A gallery that anybody comments on, and whose owner wants to hear of it at once. */
async function aGallery(client: Client) {
  const owner = await client.aUser()
  const { token } = owner
  await client.call('PUT', '/api/auth/notifications', { token, json: { comments: 'now' } })
  const link = await client.aLink(owner, { comments: 'guests', holdGuestComments: false })
  const { _id: imageId } = await client.anImage(link, await aSmallPicture())
  return { owner, imageId }
}
type Gallery = Awaited<ReturnType<typeof aGallery>>

const write = (client: Client, imageId: string, content: string, pass?: string) =>
  client.call('POST', `/api/comments/image/${imageId}`, {
    json: { name: 'Grandma', content },
    ...(pass !== undefined && { headers: { 'x-framelight-pass': pass } }),
  })

type Flood = { backend: Backend; comments: number; seed: number }

/** Somebody without an account writes and writes, each time as somebody new: their network's share is theirs, and others go on. */
export const floodWithComments = ({ backend, comments, seed }: Flood): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { imageId } = await aGallery(product.client)
    const other = createClient(product.client.url, '127.0.0.2')
    const statuses: number[] = []
    let ofOthers = 0
    for (let done = 0; done < comments; done += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, comments - done) }, (_, n) =>
        write(product.client, imageId, `word ${done + n}`),
      )
      // One of somebody else in the middle of each twentieth of the flood.
      const isTime = Math.floor((done * 20) / comments) >= ofOthers
      const otherAnswer = isTime ? await write(other, imageId, 'Lovely light') : undefined
      if (otherAnswer && otherAnswer.status !== 201) findings.note(`somebody else was answered ${otherAnswer.status}`)
      if (otherAnswer) ofOthers++
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    const count = (status: number) => statuses.filter((seen) => seen === status).length
    findings.expectCount('comments taken', count(201), Math.min(comments, wordsOfNetwork))
    findings.expectCount('comments refused', count(429), Math.max(0, comments - wordsOfNetwork))
    findings.expectAtLeast('comments of others', ofOthers, 20)
    findings.noteAll(product.crashes)
    const counts = { backend, comments: statuses.length, taken: count(201), refused: count(429), 'of others': ofOthers }
    return { seed, problems: findings.problems, counts }
  })

type Kills = { kills: number; guests?: number; isWaitedFor?: boolean; seed: number }

/**
 * Kills the server while people comment: every word that was acknowledged is there, and its owner was mailed, or a task waits
 * that does it. With patience until no task is due, every owner has a mail, and none the same one three times.
 */
export const killWhileCommenting = ({ kills, guests = 6, isWaitedFor = false, seed }: Kills): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const galleries: Gallery[] = []
    for (let n = 0; n < guests; n++) galleries.push(await aGallery(product.client))
    const acknowledged: { gallery: Gallery; content: string }[] = []
    const outbox = join(product.dataDir, 'outbox')
    let broken = 0
    let answered = 0
    const onAnswer = () => void answered++
    for (let done = 0; done < kills; done++) {
      noteProgress('kill', done + 1, kills)
      const writing = galleries.map((_, n) => {
        const guest = {
          galleries,
          random: createRandom(seed + done * guests + n),
          name: `${done}-${n}`,
          findings,
          onAnswer,
        }
        return writeUntilGone(createClient(product.client.url, `127.0.${done + 1}.${n + 1}`), guest)
      })
      // However slow the machine is, in the middle of something.
      while (answered < (done + 1) * guests) await delay(10)
      await delay(random.between(0, 500))
      await product.kill()
      for (const { written, isBroken } of await Promise.all(writing)) {
        acknowledged.push(...written)
        broken += Number(isBroken)
      }
      findings.noteAll(findLost(product.dataDir, outbox, acknowledged), `kill ${done + 1}: `)
      await product.start()
    }
    if (isWaitedFor) await untilNoneDue(product.dataDir)
    const mails = galleries.map(({ owner }) => mailsTo(outbox, owner))
    const wanted = isWaitedFor
      ? galleries.filter((one) => acknowledged.some(({ gallery }) => gallery === one)).length
      : 0
    findings.expectAtLeast('owners who were mailed', mails.filter(({ length }) => length > 0).length, wanted)
    // A mail comes again where it was killed while it was sent, and then no more.
    const mostOften = Math.max(0, ...mails.map(timesOfOneMail))
    if (mostOften > 2) findings.note(`an owner was sent the same mail ${mostOften} times`)
    findings.expectAtLeast('acknowledged comments', acknowledged.length, kills * guests)
    findings.noteAll(product.crashes)
    const counts = {
      kills,
      guests,
      acknowledged: acknowledged.length,
      'broken off': broken,
      mails: mails.map(({ length }) => length).join(' '),
    }
    return { seed, problems: findings.problems, counts }
  })

type Guest = { galleries: Gallery[]; random: Random; name: string; findings: Findings; onAnswer: () => void }

/** One comment after the other, on whichever gallery, until the server is gone. */
async function writeUntilGone(client: Client, { galleries, random, name, findings, onAnswer }: Guest) {
  const written: { gallery: Gallery; content: string }[] = []
  for (let n = 0; n < 18; n++) {
    const gallery = random.pick(galleries)
    const content = `word-${name}-${n}.`
    const answer = await write(client, gallery.imageId, content).catch(() => undefined)
    if (!answer) return { written, isBroken: true }
    onAnswer()
    if (answer.status === 201) written.push({ gallery, content })
    else findings.note(`a comment was answered ${answer.status}`)
  }
  return { written, isBroken: false }
}

function mailsTo(outbox: string, { email }: Person) {
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
  const mails = files.map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll(/=\r?\n/g, ''))
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}

/** How often the mail came that came most often: two are the same where they tell of the same words. */
function timesOfOneMail(mails: string[]) {
  const same = Map.groupBy(mails, (mail) => [...new Set(mail.match(/word-[\d-]+\./g))].join())
  return Math.max(0, ...[...same.values()].map(({ length }) => length))
}

/** How many things a mail counts without naming them: it names some and says how many there are. */
function countUnnamed(mail: string) {
  const count = Number(/^Subject: (\d+) updates/m.exec(mail)?.[1] ?? 1)
  return Math.max(0, count - maxItems)
}

/** What was acknowledged and is not kept, or is neither mailed nor waits for it. */
function findLost(dataDir: string, outbox: string, acknowledged: { gallery: Gallery; content: string }[]) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'), { readOnly: true })
  const rows = db
    .prepare('select content, mail, activity.user_id from comments left join activity on comment_id = comments.id')
    .all() as { content: string; mail: string | null; user_id: string | null }[]
  const tasks = db.prepare("select payload from tasks where kind = 'activity-mail'").all() as { payload: string }[]
  db.close()
  const kept = new Map(rows.map((row) => [row.content, row]))
  const waiting = new Set(tasks.map(({ payload }) => JSON.parse(payload)))
  const mailsOf = new Map(acknowledged.map(({ gallery: { owner } }) => [owner, mailsTo(outbox, owner)]))
  const unnamed = new Map(
    [...mailsOf].map(([owner, mails]) => [owner, mails.reduce((sum, mail) => sum + countUnnamed(mail), 0)]),
  )
  return acknowledged.flatMap(({ gallery: { owner }, content }) => {
    const row = kept.get(content)
    if (!row) return [`${content} was acknowledged and is lost`]
    if (row.user_id === null) return [`${content} is told to nobody`]
    if (row.mail !== null) return waiting.has(owner.id) ? [] : [`no task mails ${content}`]
    if (mailsOf.get(owner)?.some((mail) => mail.includes(content))) return []
    const left = unnamed.get(owner) ?? 0
    unnamed.set(owner, left - 1)
    return left > 0 ? [] : [`the mail about ${content} is lost`]
  })
}

/** What waits for the end of its quarter of an hour is not due; what a kill left comes back after two minutes. */
async function untilNoneDue(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'), { readOnly: true })
  const due = db.prepare("select count(*) as count from tasks where kind = 'activity-mail' and run_at < ?")
  const soon = () => new Date(Date.now() + 180_000).toISOString()
  for (let tries = 0; tries < 240 && Number(due.get(soon())?.count) > 0; tries++) await delay(1000)
  db.close()
}
