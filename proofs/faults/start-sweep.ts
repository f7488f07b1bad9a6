import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createProduct, s3Settings } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { findCounterFaults, findFileFaults, readSqlite } from './consistency.ts'
import { startFlakyS3 } from './flaky-s3.ts'
import { createFindings, type Outcome } from './outcome.ts'

const timeoutMs = 30_000

/** A sweep gives up after this many storage calls. */
const tries = 3
/** Each upload stores a rendition, the full-size file and the original. */
const filesEach = 3
const isList = ({ url = '' }: IncomingMessage) => url.includes('list-type')

/** Starts the server while the storage fails, which postpones the sweep, and uploads images before the sweep runs. */
export const uploadDuringStartSweep = ({ uploads, seed }: { uploads: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const s3 = await startFlakyS3(scope)
    const product = await createProduct(scope, { settings: s3Settings(s3.options) })
    const { client } = product
    const read = () => readSqlite(join(product.dataDir, 'framelight.db'))
    const link = await client.aLink(await client.aUser())
    const { token } = link.owner
    const picture = await aSmallPicture()
    const [before, later] = [await client.anImage(link, picture), await client.anImage(link, picture)]

    s3.breakWith('fails', isList)
    await client.del(`/api/images/${before._id}?forever=true`, token)
    await until(() => s3.met() >= tries, { timeoutMs })
    await product.kill()
    s3.breakWith('fails', isList)
    await product.start()
    const hasGivenUp = await until(() => s3.met() >= tries, { timeoutMs })
    if (!hasGivenUp) findings.note("the sweep didn't run at startup")

    // When the sweep runs, the uploads have recorded their files but are still waiting for the storage.
    s3.breakWith('waits', ({ method }) => method === 'PUT')
    const answering = Promise.all(Array.from({ length: uploads }, () => client.upload(link, picture)))
    await until(() => s3.met() >= uploads * filesEach, { timeoutMs })
    await client.del(`/api/images/${later._id}?forever=true`, token)
    const scheduled = () => read().scheduled.map(({ prefix }) => prefix)
    await until(() => !scheduled().some((prefix) => prefix.includes(later._id)), { timeoutMs })
    s3.repair()
    const answers = await answering

    const stored = answers.filter(({ status }) => status === 201).length
    findings.expectCount('uploads during the sweep', stored, uploads)
    await until(() => scheduled().length === 0, { timeoutMs })
    const rows = read()
    findings.noteAll([...findCounterFaults(rows), ...findFileFaults(rows, await s3.readFiles())])
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { uploads: answers.length, stored } }
  })
