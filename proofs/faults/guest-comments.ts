import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { maxItems } from '#server/platform/email/email-content.ts'
import { type Client, createClient, type Person } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { readSentEmails } from '#test/support/sent-emails.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

/** The limit on comments per network and link in ten minutes, from docs/security.md. */
const wordsOfNetwork = 60
const atOnce = 20

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

/**
 * One network floods a gallery with comments, each as a new guest. The network must hit its limit, and other guests
 * must still be able to comment.
 */
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
      // Another guest comments 20 times, evenly spread over the flood.
      const isTime = Math.floor((done * 20) / comments) >= ofOthers
      const otherAnswer = isTime ? await write(other, imageId, 'Lovely light') : undefined
      if (otherAnswer && otherAnswer.status !== 201)
        findings.note(`another guest's comment returned ${otherAnswer.status}`)
      if (otherAnswer) ofOthers++
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    const count = (status: number) => statuses.filter((seen) => seen === status).length
    findings.expectCount('comments accepted', count(201), Math.min(comments, wordsOfNetwork))
    findings.expectCount('comments rejected', count(429), Math.max(0, comments - wordsOfNetwork))
    findings.expectAtLeast('comments by others', ofOthers, 20)
    findings.noteAll(product.crashes)
    const counts = {
      backend,
      comments: statuses.length,
      accepted: count(201),
      rejected: count(429),
      'by others': ofOthers,
    }
    return { seed, problems: findings.problems, counts }
  })

type Kills = { kills: number; guests?: number; isWaitedFor?: boolean; seed: number }

/**
 * Kills the server while guests comment. Every acknowledged comment must be kept, and the gallery's owner must get an
 * email or have a pending one. With `isWaitedFor`, waits until no task is due soon. Then every owner whose gallery has
 * an acknowledged comment must have an email. No owner may get the same email three times.
 */
export const killWhileCommenting = ({ kills, guests = 6, isWaitedFor = false, seed }: Kills): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const galleries: Gallery[] = []
    for (let n = 0; n < guests; n++) galleries.push(await aGallery(product.client))
    const acknowledged: { gallery: Gallery; content: string }[] = []
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
      // Wait until requests are in flight, even on a slow machine.
      while (answered < (done + 1) * guests) await delay(10)
      await delay(random.between(0, 500))
      await product.kill()
      for (const { written, isBroken } of await Promise.all(writing)) {
        acknowledged.push(...written)
        broken += Number(isBroken)
      }
      findings.noteAll(findLost(product.dataDir, acknowledged), `kill ${done + 1}: `)
      await product.start()
    }
    if (isWaitedFor) await untilNoneDue(product.dataDir)
    const emails = galleries.map(({ owner }) => mailsTo(product.dataDir, owner))
    const wanted = isWaitedFor
      ? galleries.filter((one) => acknowledged.some(({ gallery }) => gallery === one)).length
      : 0
    findings.expectAtLeast('owners who got an email', emails.filter(({ length }) => length > 0).length, wanted)
    // A kill during sending can repeat an email, but only once.
    const mostOften = Math.max(0, ...emails.map(mostDuplicates))
    if (mostOften > 2) findings.note(`an owner got the same email ${mostOften} times`)
    findings.expectAtLeast('acknowledged comments', acknowledged.length, kills * guests)
    findings.noteAll(product.crashes)
    const counts = {
      kills,
      guests,
      acknowledged: acknowledged.length,
      interrupted: broken,
      emails: emails.map(({ length }) => length).join(' '),
    }
    return { seed, problems: findings.problems, counts }
  })

type Guest = { galleries: Gallery[]; random: Random; name: string; findings: Findings; onAnswer: () => void }

async function writeUntilGone(client: Client, { galleries, random, name, findings, onAnswer }: Guest) {
  const written: { gallery: Gallery; content: string }[] = []
  for (let n = 0; n < 18; n++) {
    const gallery = random.pick(galleries)
    const content = `word-${name}-${n}.`
    const answer = await write(client, gallery.imageId, content).catch(() => undefined)
    if (!answer) return { written, isBroken: true }
    onAnswer()
    if (answer.status === 201) written.push({ gallery, content })
    else findings.note(`a comment returned ${answer.status}`)
  }
  return { written, isBroken: false }
}

function mailsTo(dataDir: string, { email }: Person) {
  return readSentEmails(dataDir).filter((mail) => mail.includes(`To: ${email}`))
}

/** How many times the most repeated email was sent. Emails are equal if they mention the same comments. */
function mostDuplicates(mails: string[]) {
  const same = Map.groupBy(mails, (mail) => [...new Set(mail.match(/word-[\d-]+\./g))].join())
  return Math.max(0, ...[...same.values()].map(({ length }) => length))
}

/** The number of events that an email counts but doesn't list. */
function countUnnamed(mail: string) {
  const count = Number(/^Subject: (\d+) updates/m.exec(mail)?.[1] ?? 1)
  return Math.max(0, count - maxItems)
}

/** Finds acknowledged comments that were lost, or that weren't emailed and have no pending task. */
function findLost(dataDir: string, acknowledged: { gallery: Gallery; content: string }[]) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'), { readOnly: true })
  const rows = db
    .prepare('select content, mail, activity.user_id from comments left join activity on comment_id = comments.id')
    .all() as { content: string; mail: string | null; user_id: string | null }[]
  const tasks = db.prepare("select payload from tasks where kind = 'activity-mail'").all() as { payload: string }[]
  db.close()
  const kept = new Map(rows.map((row) => [row.content, row]))
  const waiting = new Set(tasks.map(({ payload }) => JSON.parse(payload)))
  const mailsOf = new Map(acknowledged.map(({ gallery: { owner } }) => [owner, mailsTo(dataDir, owner)]))
  const unnamed = new Map(
    [...mailsOf].map(([owner, mails]) => [owner, mails.reduce((sum, mail) => sum + countUnnamed(mail), 0)]),
  )
  return acknowledged.flatMap(({ gallery: { owner }, content }) => {
    const row = kept.get(content)
    if (!row) return [`${content} was acknowledged, but is lost`]
    if (row.user_id === null) return [`${content} didn't create a notification`]
    if (row.mail !== null) return waiting.has(owner.id) ? [] : [`no task will email about ${content}`]
    if (mailsOf.get(owner)?.some((mail) => mail.includes(content))) return []
    const left = unnamed.get(owner) ?? 0
    unnamed.set(owner, left - 1)
    return left > 0 ? [] : [`the email about ${content} is lost`]
  })
}

/** Emails held back for 15 minutes aren't due. Tasks interrupted by a kill are due again after two minutes. */
async function untilNoneDue(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'), { readOnly: true })
  const due = db.prepare("select count(*) as count from tasks where kind = 'activity-mail' and run_at < ?")
  const soon = () => new Date(Date.now() + 180_000).toISOString()
  for (let tries = 0; tries < 240 && Number(due.get(soon())?.count) > 0; tries++) await delay(1000)
  db.close()
}
