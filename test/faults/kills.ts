import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { inScope } from './scope.ts'
import type { Uploader } from './uploader.ts'
import { checkLists, createUploaders, workUntilStruck } from './uploaders.ts'

/** On a machine so busy that Node alone takes long to start, so may we: it takes some 50 ms on an idle one. */
const slowestStartMs = 5000
const slowestRatio = 30
/** A few may still be the machine's, and of a handful of starts nothing can be said. */
const slowAllowed = 1 / 5
const startsToJudge = 20

type Options = { backend: Backend; kills: number; uploaders?: number; seed: number }

/** Kills the server outright in the middle of uploads and deletes, and looks after each start for what is not as promised. */
export const killInTheMiddle = ({ backend, kills, uploaders: many = 8, seed }: Options): Promise<Outcome> =>
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
      const { ended } = await workUntilStruck(uploaders, random)
      await product.kill()
      await ended
      const bareMs = await startBareNode()
      starts.push({ ms: await product.start(), bareMs })

      const where = `kill ${done + 1}: `
      if (sweepsAtStart && !(await inspector.waitForSweep())) findings.note(`${where}the sweep did not come to an end`)
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
      if (!(await inspector.waitForSweep())) findings.note('the sweep did not come to an end')
      findings.noteAll(await inspector.findFaults())
    }
    for (const uploader of uploaders) await uploader.checkKept('all')

    const slowStarts = starts.filter(({ ms, bareMs }) => ms > Math.max(slowestStartMs, slowestRatio * bareMs))
    const startTimes = starts.map(({ ms }) => ms)
    if (findings.problems.length > 0) findings.note(`its log ended with: ${product.lastLines()}`)
    findings.noteAll(product.crashes)
    findings.expectCount('kills', done, kills)
    findings.expectAtLeast('uploads broken off by a kill', sum('brokenUploads'), kills)
    findings.expectAtLeast('acknowledged uploads that were looked at', checked, kills)
    findings.expectAtLeast('acknowledged deletes that were looked at', gone, 1)
    if (kills >= startsToJudge && slowStarts.length > kills * slowAllowed)
      findings.note(`${slowStarts.length} of ${kills} starts took too long`)
    if (emptyFolders > 0) findings.note(`${emptyFolders} empty folders were left over`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        kills: done,
        'acknowledged uploads': sum('uploads'),
        'acknowledged deletes': sum('deletes'),
        'uploads broken off': sum('brokenUploads'),
        'deletes broken off': sum('brokenDeletes'),
        'images looked at': checked,
        'deletes looked at': gone,
        'median start ms': quantile(startTimes),
        'slowest start ms': quantile(startTimes, 1),
        'starts too slow': slowStarts.length,
        'median start of Node alone ms': quantile(starts.map(({ bareMs }) => bareMs)),
      },
    }
  })

async function startBareNode() {
  const startedAt = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - startedAt
}
