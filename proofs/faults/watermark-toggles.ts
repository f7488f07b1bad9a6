import { setTimeout as delay } from 'node:timers/promises'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { createWatchedGallery, type WatchedGallery } from './watched-gallery.ts'

type Options = {
  backend: Backend
  toggles: number
  kills: number
  galleries?: number
  /** On a second node, changes are seen within a second. */
  isOnTwoNodes?: boolean
  seed: number
}

const workTimeoutMs = 300_000
const cleanUpTimeoutMs = 120_000

/**
 * Turns watermarks on and off while visitors read and owners upload, and kills the server. Once a watermark is on,
 * visitors must not get a clean byte.
 */
export const toggleWatermarks = (options: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const { backend, toggles, kills, galleries: many = 4, isOnTwoNodes = false, seed } = options
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, inspector, addNode } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const products = [product, ...(isOnTwoNodes && addNode ? [await addNode()] : [])]
    const nodes = products.map(({ client }) => client)
    const galleries: WatchedGallery[] = []
    for (let n = 0; n < many; n++) {
      const owner = await product.client.aUser()
      galleries.push(await createWatchedGallery({ nodes, owner, random: createRandom(seed + n + 1), findings }))
    }
    const sum = (name: keyof WatchedGallery['counts']) =>
      galleries.reduce((total, { counts }) => total + counts[name], 0)

    /** On a slow machine, there are more changes than requests that show their effect. */
    const amounts = { toggles, judged: toggles, marked: toggles / 4, closed: toggles / 4, saved: 1 }
    const hasDone = (share: number) =>
      Object.entries(amounts).every(([name, amount]) => sum(name as keyof typeof amounts) >= amount * share)

    async function workUntil(share: number, interrupt: () => Promise<unknown>) {
      let isOver = false
      const working = Promise.all(galleries.map(({ work }) => work(() => isOver)))
      const isEnough = () => hasDone(share) || findings.problems.length > 0
      if (!(await until(isEnough, { timeoutMs: workTimeoutMs }))) findings.note('the watermarks changed too slowly')
      await interrupt()
      isOver = true
      await working
    }

    let done = 0
    for (; done < kills && findings.problems.length === 0; done++) {
      noteProgress('kill', done + 1, kills)
      const killed = random.pick(products)
      await workUntil((done + 1) / (kills + 1), async () => {
        await delay(random.between(0, 200))
        await killed.kill()
      })
      await killed.start()
      for (const { settle } of galleries) await settle()
    }
    await workUntil(1, async () => {})
    for (const { checkAll } of galleries) await checkAll()
    for (const { turnOff } of galleries) await turnOff()
    const isCleanedUp = async () => (await inspector.findFaults()).length === 0
    if (!(await until(isCleanedUp, { timeoutMs: cleanUpTimeoutMs }))) findings.noteAll(await inspector.findFaults())

    findings.noteAll(products.flatMap(({ crashes }) => crashes))
    findings.expectCount('kills', done, kills)
    findings.expectAtLeast('toggles', sum('toggles'), amounts.toggles)
    findings.expectAtLeast('requests judged while the watermark was on', sum('judged'), amounts.judged)
    findings.expectAtLeast('marked files', sum('marked'), amounts.marked)
    findings.expectAtLeast('clean URLs that were closed', sum('closed'), amounts.closed)
    findings.expectAtLeast('clean files while the watermark was off', sum('clean'), toggles / 100)
    findings.expectAtLeast('URLs of earlier settings', sum('earlier'), 1)
    findings.expectAtLeast('requests interrupted by a kill', sum('broken'), kills)
    findings.expectAtLeast('uploads', sum('uploads'), kills + 1)
    // A storage that fails may keep one from being made in time.
    if (sum('late') > sum('uploads') / 10)
      findings.note(`${sum('late')} uploads were answered before their marked files`)
    if (findings.problems.length > 0) findings.note(`the end of its log: ${product.lastLines()}`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        kills: done,
        toggles: sum('toggles'),
        uploads: sum('uploads'),
        'marked files': sum('marked'),
        'clean files, while off': sum('clean'),
        'closed URLs': sum('closed'),
        'files not ready yet': sum('notReady'),
        'uploads without marked files': sum('late'),
        'requests judged while on': sum('judged'),
        'URLs of earlier settings': sum('earlier'),
        'requests interrupted': sum('broken'),
      },
    }
  })
