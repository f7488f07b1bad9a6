import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import type { Uploader } from './uploader.ts'
import { checkLists, createUploaders, workUntilInterrupted } from './uploaders.ts'

/**
 * A start is too slow if it takes longer than this and longer than `slowestRatio` times bare Node's startup, which is
 * about 50 ms on an idle machine. The ratio allows for busy machines.
 */
const slowestStartMs = 5000
const slowestRatio = 30
/** This share of slow starts is tolerated, because the machine can cause some. Short runs aren't checked. */
const slowAllowed = 1 / 5
const startsToJudge = 20

type Options = { backend: Backend; kills: number; uploaders?: number; seed: number }

/** Kills the server during uploads and deletes. After each restart, all acknowledged changes must still be there. */
export const killDuringUploads = ({ backend, kills, uploaders: many = 8, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, inspector, sweepsAtStart, listEmptyFolders } = await createProductOn(backend, scope, {
      DEFAULT_PLAN: 'gold',
    })
    const { client } = product
    const uploaders = await createUploaders(client, many, seed, findings)
    const starts: { ms: number; bareMs: number }[] = []
    const sum = (name: keyof Uploader['counts']) => uploaders.reduce((total, { counts }) => total + counts[name], 0)
    let checked = 0
    let gone = 0
    let done = 0
    let emptyFolders = 0

    for (; done < kills; done++) {
      noteProgress('kill', done + 1, kills)
      const { ended } = await workUntilInterrupted(uploaders, random)
      await product.kill()
      await ended
      const bareMs = await startBareNode()
      starts.push({ ms: await product.start(), bareMs })

      const where = `kill ${done + 1}: `
      if (sweepsAtStart && !(await inspector.waitForSweep())) findings.note(`${where}the sweep didn't finish`)
      findings.noteAll(await inspector.findFaults(), where)
      emptyFolders = (await listEmptyFolders()).length
      await Promise.all(uploaders.map((uploader) => uploader.settle()))
      for (const uploader of uploaders) {
        checked += await uploader.checkKept('fresh')
        gone += await uploader.checkGone()
      }
      await checkLists(client, uploaders, findings)
    }
    if (!sweepsAtStart) {
      if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
      findings.noteAll(await inspector.findFaults())
    }
    for (const uploader of uploaders) await uploader.checkKept('all')

    const slowStarts = starts.filter(({ ms, bareMs }) => ms > Math.max(slowestStartMs, slowestRatio * bareMs))
    const startTimes = starts.map(({ ms }) => ms)
    if (findings.problems.length > 0) findings.note(`the end of its log: ${product.lastLines()}`)
    findings.noteAll(product.crashes)
    findings.expectCount('kills', done, kills)
    findings.expectAtLeast('uploads interrupted by a kill', sum('brokenUploads'), kills)
    findings.expectAtLeast('acknowledged uploads checked', checked, kills)
    findings.expectAtLeast('acknowledged deletes checked', gone, 1)
    if (kills >= startsToJudge && slowStarts.length > kills * slowAllowed)
      findings.note(`${slowStarts.length} of ${kills} starts were too slow`)
    if (emptyFolders > 0) findings.note(`${emptyFolders} empty folders were left behind`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        kills: done,
        'acknowledged uploads': sum('uploads'),
        'acknowledged deletes': sum('deletes'),
        'uploads interrupted': sum('brokenUploads'),
        'deletes interrupted': sum('brokenDeletes'),
        'images checked': checked,
        'deletes checked': gone,
        'median start ms': quantile(startTimes),
        'slowest start ms': quantile(startTimes, 1),
        'starts too slow': slowStarts.length,
        'median start of bare Node ms': quantile(starts.map(({ bareMs }) => bareMs)),
      },
    }
  })

async function startBareNode() {
  const startedAt = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - startedAt
}
