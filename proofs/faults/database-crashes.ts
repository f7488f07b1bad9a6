import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { createProductOn } from './backends.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import type { Uploader } from './uploader.ts'
import { checkLists, createUploaders, workUntilInterrupted } from './uploaders.ts'

const longestOutageMs = 10_000

type Options = { crashes: number; uploaders?: number; seed: number }

/**
 * Crashes PostgreSQL during uploads and deletes. The server must keep running, reconnect and preserve all acknowledged
 * changes.
 */
export const crashDatabase = ({ crashes, uploaders: many = 8, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, inspector, crashDatabase } = await createProductOn('PostgreSQL and S3', scope, {
      DEFAULT_PLAN: 'gold',
    })
    const { client } = product
    const uploaders = await createUploaders(client, many, seed, findings)
    const { token } = (uploaders[0] as Uploader).link.owner
    const sum = (name: keyof Uploader['counts']) => uploaders.reduce((total, { counts }) => total + counts[name], 0)
    const outages: number[] = []
    let checked = 0
    let gone = 0

    for (let done = 0; done < crashes; done++) {
      noteProgress('crash', done + 1, crashes)
      const { ended } = await workUntilInterrupted(uploaders, random)
      await crashDatabase?.()
      const crashedAt = performance.now()
      const isBack = await until(async () => (await client.get('/api/links', token)).status === 200, {
        timeoutMs: 3 * longestOutageMs,
      })
      outages.push(performance.now() - crashedAt)
      if (!isBack) throw new Error("the server didn't reconnect to the database")
      await ended
      await Promise.all(uploaders.map((uploader) => uploader.settle()))
      for (const uploader of uploaders) {
        checked += await uploader.checkKept('fresh')
        gone += await uploader.checkGone()
      }
      await checkLists(client, uploaders, findings)
    }

    // The sweep at startup removes files of uploads that couldn't be recorded.
    await product.stop()
    await product.start()
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    for (const uploader of uploaders) await uploader.checkKept('all')
    findings.noteAll(product.crashes)
    const slow = outages.filter((ms) => ms > longestOutageMs).length
    if (slow > 0) findings.note(`${slow} of ${crashes} outages took longer than ${longestOutageMs} ms`)
    findings.expectAtLeast('acknowledged uploads checked', checked, crashes)
    findings.expectAtLeast('interrupted uploads and deletes', sum('brokenUploads') + sum('brokenDeletes'), 1)
    return {
      seed,
      problems: findings.problems,
      counts: {
        crashes: outages.length,
        'acknowledged uploads': sum('uploads'),
        'acknowledged deletes': sum('deletes'),
        'uploads interrupted': sum('brokenUploads'),
        'deletes interrupted': sum('brokenDeletes'),
        'images checked': checked,
        'deletes checked': gone,
        'median outage ms': quantile(outages),
        'longest outage ms': quantile(outages, 1),
      },
    }
  })
