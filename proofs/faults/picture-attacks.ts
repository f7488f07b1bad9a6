import type { Answer, Client, Picture, TestLink } from '#test/support/client.ts'
import { toForm } from '#test/support/form.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { aLyingJpeg, anUnderstatedAvif, aSlowPicture, hugePictures } from './hostile-pictures.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { findBusyPictureWorker, growthDuring, pictureWorkers } from './process-tree.ts'

const maxGrowth = 400
/** The most memory, in MB, that one image can use, including its worker. */
const maxGrowthOfOne = 900

async function createStage(scope: Scope) {
  const product = await createProduct(scope, { settings: { TRUST_PROXY: 'true', DEFAULT_PLAN: 'gold' } })
  const { client } = product
  const [hostile, friend] = [await client.aLink(await client.aUser()), await client.aLink(await client.aUser())]
  await client.anImage(friend, await aSmallPicture())
  return { product, client, hostile, friend, inspector: inspectSqliteAndDisk(product.dataDir) }
}

const networks = new Map<string, string>()
function upload(client: Client, link: TestLink, { bytes, fileName }: Picture): Promise<Answer> {
  const network = networks.get(link._id) ?? `10.0.${networks.size}.1`
  networks.set(link._id, network)
  const form = toForm([{ name: 'image', fileName, bytes }])
  return client.call('POST', `/api/links/${link._id}/images`, {
    token: link.owner.token,
    body: form.payload,
    headers: { ...form.headers, 'x-forwarded-for': network },
  })
}

function expectAnswers(findings: Findings, what: string, answers: Answer[], statuses: number[]) {
  for (const { status, body } of answers) {
    const isRight = statuses.includes(status) && (status === 201 || /^[A-Z"].*\.$/.test(body?.error))
    if (!isRight) findings.note(`${what} returned ${status} ${body?.error}`)
  }
}

/** Sends images with false dimensions or excessive size. They must be rejected before they use too much memory. */
export const sendLyingPictures = ({ atOnce, seed }: { atOnce: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, client, hostile, friend, inspector } = await createStage(scope)
    const counts: Outcome['counts'] = { 'at once': atOnce }
    const files = [await aLyingJpeg(), ...(await hugePictures())]
    for (const file of files) {
      const growth = await growthDuring(product.pid(), async () => {
        const answers = await Promise.all(Array.from({ length: atOnce }, () => upload(client, hostile, file)))
        expectAnswers(findings, file.fileName, answers, [415])
      })
      counts[`${file.fileName} growth MB`] = growth
      if (growth > maxGrowth) findings.note(`${file.fileName}: memory grew by ${growth} MB`)
    }
    const understated = await anUnderstatedAvif()
    const growth = await growthDuring(product.pid(), async () => {
      expectAnswers(findings, 'understated', [await upload(client, hostile, understated)], [415])
    })
    counts['understated.avif growth MB'] = growth
    if (growth > maxGrowthOfOne) findings.note(`understated: memory grew by ${growth} MB`)
    expectAnswers(findings, 'a picture afterwards', [await upload(client, friend, await aSmallPicture())], [201])
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })

/**
 * Kills a worker during eight uploads, of which exactly one must fail. An image that needs too much memory must be
 * rejected without affecting eight other uploads.
 */
export const killPictureWorkers = ({ rounds, seed }: { rounds: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, client, hostile, friend, inspector } = await createStage(scope)
    const [picture, understated] = [await aSlowPicture(), await anUnderstatedAvif()]
    const counts = { stored: 0, lost: 0, refused: 0 }
    const uploadEight = () =>
      Array.from({ length: 8 }, (_, index) => upload(client, index % 2 ? hostile : friend, picture))

    for (let round = 0; round < rounds; round++) {
      for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
        const uploading = uploadEight()
        const found = await until(() => pictureWorkers(product.pid()).length >= 3, { timeoutMs: 60_000 })
        if (!found) throw new Error('no workers started')
        let busy: number | undefined
        while (busy === undefined) busy = await findBusyPictureWorker(product.pid())
        process.kill(busy, signal)
        const answers = await Promise.all(uploading)
        const lost = answers.filter(({ status }) => status === 503)
        findings.expectCount(`uploads lost to ${signal}`, lost.length, 1)
        expectAnswers(findings, signal, answers, [201, 503])
        counts.lost += lost.length
        counts.stored += answers.length - lost.length
      }
      // Use a new account, because expensive failed uploads get an account throttled.
      const careless = await client.aLink(await client.aUser())
      const uploading = uploadEight()
      const refused = await upload(client, careless, understated)
      expectAnswers(findings, 'too much memory', [refused], [415])
      const answers = await Promise.all(uploading)
      expectAnswers(findings, 'other uploads', answers, [201])
      counts.refused += refused.status === 415 ? 1 : 0
      counts.stored += answers.length
    }
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    findings.expectCount('rejections for memory', counts.refused, rounds)
    return { seed, problems: findings.problems, counts }
  })
