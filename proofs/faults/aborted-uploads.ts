import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Picture, TestLink } from '#test/support/client.ts'
import { toForm } from '#test/support/form.ts'
import { createProduct } from '#test/support/product.ts'
import { somePictures } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { createRandom, type Random } from './random.ts'

const atOnce = 5
const clearingTimeoutMs = 20_000

/**
 * Disconnects at random bytes of uploads. They must not leave any data behind, and other clients must not be affected.
 */
export const abortUploads = ({ attempts, seed }: { attempts: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client } = product
    const inspector = inspectSqliteAndDisk(product.dataDir)
    const link = await client.aLink(await client.aUser())
    const pictures = await somePictures()
    await client.anImage(link, pictures[0] as Picture)
    const before = JSON.stringify(inspector.read())
    let done = 0
    let answers = 0

    const port = Number(new URL(client.url).port)
    while (done < attempts) {
      const batch = Math.min(atOnce, attempts - done)
      const plans = Array.from({ length: batch }, () => planOf(random, link, random.pick(pictures)))
      await Promise.all(plans.map((plan) => breakOff(port, plan)))
      done += batch
      const { status } = await client.get(`/api/links/slug/${link.slug}`)
      if (status === 200) answers++
      else findings.note(`after ${done} disconnects the gallery returned ${status}`)
    }

    const isCleared = async () => (await inspector.listTemporaryFiles()).length === 0
    if (!(await until(isCleared, { timeoutMs: clearingTimeoutMs }))) findings.note('temporary files were left behind')
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    if (JSON.stringify(inspector.read()) !== before) findings.note('quota, counters or images changed')
    const { status } = await client.upload(link, pictures[0] as Picture)
    if (status !== 201) findings.note(`the next upload returned ${status}`)
    findings.noteAll(product.crashes)
    findings.expectCount('disconnects', done, attempts)
    return {
      seed,
      problems: findings.problems,
      counts: { disconnects: done, 'responses to others': answers },
    }
  })

type Plan = { pieces: Buffer[]; pauseMs: number; isReset: boolean }

/** Cuts off a request before the end of the form: in the headers, the file or the last boundary. */
function planOf(random: Random, link: TestLink, { bytes, fileName }: Picture): Plan {
  const form = toForm([{ name: 'image', fileName, bytes }])
  const isChunked = random() < 0.3
  const head = [
    `POST /api/links/${link._id}/images HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${link.owner.token}`,
    `content-type: ${form.headers['content-type']}`,
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${form.payload.length}`,
  ].join('\r\n')
  const chunkHead = isChunked ? `${form.payload.length.toString(16)}\r\n` : ''
  const whole = Buffer.concat([Buffer.from(`${head}\r\n\r\n${chunkHead}`), form.payload])
  const formEnd = Buffer.byteLength('--\r\n')
  const cut = random.between(1, whole.length - formEnd)
  const middle = random.between(0, cut)
  const pieces = [whole.subarray(0, middle), whole.subarray(middle, cut)]
  return { pieces, pauseMs: random.pick([0, 0, 5, 30]), isReset: random() < 0.5 }
}

async function breakOff(port: number, { pieces, pauseMs, isReset }: Plan) {
  const socket = connect(port, '127.0.0.1')
  // Ignore the response if the server rejects the upload early.
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  for (const piece of pieces) {
    await write(socket, piece)
    await delay(pauseMs)
  }
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
}

const write = (socket: Socket, bytes: Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
