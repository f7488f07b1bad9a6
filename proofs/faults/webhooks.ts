import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Client, Person } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'

const maxWaitMs = 1000
/** Images are gathered for 10 seconds, and the first attempt follows within 15. */
const maxGatherMs = 15_000
const twoDaysMs = 48 * 3_600_000

const events = ['images.added', 'comment.added', 'choice.sent', 'link.closing']

type Message = { type: string; data: Record<string, unknown>; receivedAt: number }

async function listen(scope: Scope, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function streamForever(response: ServerResponse) {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  }
  response.on('drain', more)
  more()
}

async function drip(response: ServerResponse) {
  while (!response.destroyed) {
    response.write('.')
    await delay(100)
  }
}

async function addWebhook(client: Client, { token }: Person, url: string) {
  const answer = await client.call('POST', '/api/auth/webhooks', { token, json: { url, events } })
  if (answer.status !== 201) throw new Error(`Couldn't add a webhook: ${answer.status} ${answer.bytes}`)
  return answer.body.data.secret as string
}

/** A receiver that accepts messages and checks their signatures. */
async function addReceiver(scope: Scope, client: Client, owner: Person, findings: Findings) {
  const messages: Message[] = []
  let secret = ''
  const url = await listen(scope, async (request, response) => {
    const receivedAt = performance.now()
    const raw = Buffer.concat(await request.toArray()).toString()
    response.writeHead(204).end()
    try {
      const message = new Webhook(secret).verify(raw, request.headers as Record<string, string>)
      messages.push({ ...(message as Message), receivedAt })
    } catch (error) {
      findings.note(`a signature was wrong: ${(error as Error).message}`)
    }
  })
  secret = await addWebhook(client, owner, url)
  return messages
}

type Calls = { backend: Backend; rounds: number; seed: number }

/** Receivers that are down, slow, redirecting or endless must not delay the messages of others. */
export const callReceivers = ({ backend, rounds, seed }: Calls): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { PAYMENTS: 'off', WEBHOOKS_LOCAL: 'true' })
    const { client } = product
    const owner = await client.aUser()
    const link = await client.aLink(owner, { choosing: 'on' })
    const image = await client.anImage(link, await aSmallPicture())
    let redirected = 0
    const target = await listen(scope, (_request, response) => {
      redirected++
      response.end()
    })
    const bad: Record<string, RequestListener> = {
      slow: () => {},
      redirecting: (_request, response) => response.writeHead(307, { location: target }).end(),
      endless: (_request, response) => streamForever(response.writeHead(500)),
      dripping: (_request, response) => void drip(response),
    }
    await addWebhook(client, owner, 'http://127.0.0.1:1/')
    for (const listener of Object.values(bad)) await addWebhook(client, owner, await listen(scope, listener))
    const quick = [await addReceiver(scope, client, owner, findings), await addReceiver(scope, client, owner, findings)]

    /** Resolves to the longest time until a receiver had `count` messages of this type. */
    async function waitFor(type: string, count: number, since: number) {
      const of = (messages: Message[]) => messages.filter((message) => message.type === type)
      if (!(await until(() => quick.every((each) => of(each).length >= count), { timeoutMs: 30_000 }))) {
        findings.note(`${count} x ${type} didn't arrive`)
      }
      return Math.max(...quick.map((each) => (of(each)[count - 1]?.receivedAt ?? Number.POSITIVE_INFINITY) - since))
    }

    const waits: number[] = []
    for (let round = 1; round <= rounds; round++) {
      noteProgress('comment', round, rounds)
      const json = { content: `Comment ${round}` }
      await client.call('POST', `/api/comments/image/${image._id}`, { token: owner.token, json })
      waits.push(await waitFor('comment.added', round, performance.now()))
    }
    const longest = Math.round(Math.max(...waits))
    if (!(longest < maxWaitMs)) findings.note(`a message waited for ${longest} ms`)

    await client.anImage(link, await aSmallPicture())
    const addedAt = performance.now()
    await client.anImage(link, await aSmallPicture())
    const gatheredMs = Math.round(await waitFor('images.added', 1, addedAt))
    if (!(gatheredMs < maxGatherMs)) findings.note(`images.added took ${gatheredMs} ms`)
    const [{ data = {} } = {}] = quick[0]?.filter(({ type }) => type === 'images.added') ?? []
    findings.expectCount('images in a message', (data.images as object[] | undefined)?.length ?? 0, 2)

    const visitor = await client.aUser()
    const as = { token: visitor.token }
    await client.call('PUT', `/api/images/${image._id}/choice`, { ...as, json: { chosen: true } })
    await client.call('POST', `/api/links/slug/${link.slug}/choice/send`, { ...as, json: { name: 'Lena' } })
    const choiceMs = Math.round(await waitFor('choice.sent', 1, performance.now()))

    // Links that expire soon are looked for every hour. Only a single node does so when it starts, too.
    const isSingle = backend === 'SQLite and disk'
    if (isSingle) {
      const json = { expiresAt: new Date(Date.now() + twoDaysMs).toISOString() }
      await client.call('PUT', `/api/links/${link._id}`, { token: owner.token, json })
      await product.stop()
      await product.start()
      await waitFor('link.closing', 1, performance.now())
    }

    findings.expectCount('redirects followed', redirected, 0)
    for (const messages of quick) findings.expectCount('messages', messages.length, rounds + (isSingle ? 3 : 2))
    findings.noteAll(product.crashes)
    const counts = { comments: waits.length, 'longest wait ms': longest, 'images.added ms': gatheredMs }
    return { seed, problems: findings.problems, counts: { ...counts, 'choice.sent ms': choiceMs } }
  })
