import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Image } from '#shared/images.ts'
import type { Answer, Client, Person, TestLink } from '#test/support/client.ts'
import { until } from '#test/support/until.ts'
import { readZip } from '#test/support/zip-reader.ts'
import type { Findings } from './outcome.ts'
import type { Random } from './random.ts'
import { barMs } from './watch.ts'

/** Two renditions, so that marks are drawn quickly. */
const size = { width: 600, height: 400 }
/** Encoding changes a gray picture by less, and every mark by more. */
const noise = 6
const maxSaved = 30
const readyTimeoutMs = 60_000
/** After the longest one, URLs of earlier settings must be closed. */
const pausesMs = [0, 30, 100, 300, barMs + 300]

const aGrayPicture = async () => ({
  bytes: await sharp({ create: { ...size, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer(),
  fileName: 'gray.jpg',
})

async function isClean(bytes: Buffer) {
  const { channels } = await sharp(bytes).removeAlpha().stats()
  return channels.every(({ min, max }) => min >= 128 - noise && max <= 128 + noise)
}

const pathOf = (url: string) => url.split('?')[0] ?? ''
const urlsOf = ({ url, imageUrl, thumbnailUrl, renditions }: Image) =>
  [url, imageUrl, thumbnailUrl, ...renditions.map((rendition) => rendition.url)].filter((each) => each !== null)

type Scene = { nodes: Client[]; owner: Person; random: Random; findings: Findings }
export type WatchedGallery = Awaited<ReturnType<typeof createWatchedGallery>>

/**
 * A gallery of gray pictures, where every mark can be seen. Knows since when the watermark must be on, and judges what
 * visitors get by when they asked for it.
 */
export async function createWatchedGallery({ nodes, owner, random, findings }: Scene) {
  const first = nodes[0] as Client
  const link: TestLink = await first.aLink(owner, { allowDownloads: true })
  const picture = await aGrayPicture()
  const images = [await first.anImage(link, picture), await first.anImage(link, picture)]
  const cleanPaths = images.flatMap((image) => [...urlsOf(image).map(pathOf), `/media/${image._id}/card.jpg`])
  const counts = {
    toggles: 0,
    broken: 0,
    marked: 0,
    clean: 0,
    closed: 0,
    notReady: 0,
    uploads: 0,
    late: 0,
    judged: 0,
    saved: 0,
    earlier: 0,
  }
  /** Set from the answer that turned the watermark on until a call to turn it off is sent. */
  let closed: { at: number; node: Client } | undefined
  /** The setting that was answered last. Undefined while a change is being made. */
  let setting: { at: number; node: Client } | undefined
  const saved: { path: string; of: typeof setting }[] = []

  const holds = (since: { at: number; node: Client } | undefined, node: Client, sentAt: number, graceMs = 0) =>
    since !== undefined && since.at + Math.max(graceMs, since.node === node ? 0 : barMs) <= sentAt

  const change = (node: Client, watermark: object) =>
    node.call('PUT', `/api/links/${link._id}`, { token: owner.token, json: { watermark } })

  function acknowledge(node: Client, isOn: boolean) {
    setting = { at: performance.now(), node }
    closed = isOn ? (closed ?? setting) : undefined
  }

  async function toggle(node: Client) {
    const mode = random.pick(['off', 'corner', 'tiled'])
    setting = undefined
    if (mode === 'off') closed = undefined
    // Each text is new, so each setting has URLs of its own.
    const text = `Mark ${counts.toggles} ${random.between(0, 1e6)}`
    const sent = { mode, text, opacity: random.between(30, 80), size: random.between(15, 40) }
    const { status, bytes } = await change(node, sent)
    if (status !== 200) return findings.note(`changing the watermark returned ${status} ${bytes}`)
    acknowledge(node, mode !== 'off')
    counts.toggles++
    await delay(random.pick(pausesMs))
  }

  /** Requests a file as a visitor, and judges it. */
  async function fetch(node: Client, path: string) {
    const sentAt = performance.now()
    const before = { closed, setting }
    const { status, bytes, headers } = await node.get(path)
    const isFile = status === 200 && String(headers['content-type']).startsWith('image/')
    const clean = isFile && (await isClean(bytes))
    if (isFile) counts[clean ? 'clean' : 'marked']++
    else if (status === 404) counts.closed++
    else if (status === 503 && headers['retry-after'] !== undefined) counts.notReady++
    else findings.note(`${path} returned ${status} ${String(bytes).slice(0, 200)}`)
    if (holds(before.closed, node, sentAt) && closed === before.closed) {
      counts.judged++
      if (clean) findings.note(`${path} was clean ${Math.round(sentAt - (before.closed?.at ?? 0))} ms after the answer`)
    }
    return { isFile, status, isOfSetting: setting !== undefined && setting === before.setting, sentAt }
  }

  /** A URL that was just listed works, unless its file isn't ready. */
  async function fetchListed(node: Client, paths: string[], listed: typeof setting) {
    const path = random.pick(paths)
    const { status, isOfSetting, sentAt } = await fetch(node, path)
    const isSame = isOfSetting && listed === setting && holds(listed, node, sentAt)
    if (isSame && status !== 200 && status !== 503)
      findings.note(`${path} returned ${status} right after it was listed`)
    if (isSame && /\/[0-9a-f]{24}-/.test(path)) {
      counts.saved++
      saved.push({ path, of: listed })
    }
    if (saved.length > maxSaved) saved.shift()
    return status
  }

  const reads = {
    clean: (node: Client) => fetch(node, random.pick(cleanPaths) + random.pick(['', '?download=1'])),
    async listed(node: Client) {
      const listed = holds(setting, node, performance.now()) ? setting : undefined
      const { body } = await node.get(`/api/links/slug/${link.slug}`)
      const shown = (body.data.images as Image[]).filter(({ _id }) => images.some((image) => image._id === _id))
      await fetchListed(node, shown.flatMap(urlsOf), listed)
    },
    async page(node: Client) {
      const { bytes } = await node.get(`/links/${link.slug}`)
      const paths = [...new Set(String(bytes).match(/\/media\/[\w/.-]+/g))].filter((path) =>
        images.some(({ _id }) => path.includes(_id)),
      )
      if (paths.length === 0) findings.note('the page has no pictures')
      else await fetch(node, random.pick(paths))
    },
    async earlier(node: Client) {
      if (saved.length === 0) return
      const { path, of } = random.pick(saved)
      const now = setting
      const { isFile, isOfSetting, sentAt } = await fetch(node, path)
      const isClosed = isOfSetting && setting === now && of !== now && holds(now, node, sentAt, barMs)
      if (isClosed && isFile) findings.note(`${path} of an earlier setting still works`)
    },
    async zip(node: Client) {
      const sentAt = performance.now()
      const before = closed
      const url = `/api/links/slug/${link.slug}/download?size=${random.pick(['web', 'full'])}`
      const answer: Answer | undefined = await node.get(url).catch(() => undefined)
      if (answer?.status !== 200) return
      for (const { body } of readZip(answer.bytes)) {
        const clean = await isClean(body)
        counts[clean ? 'clean' : 'marked']++
        if (!holds(before, node, sentAt) || closed !== before) continue
        counts.judged++
        if (clean) findings.note('a ZIP had a clean file after the answer')
      }
    },
    /** Without a watermark, the owner has the same URLs as visitors, which close when it's turned on. */
    async owner(node: Client) {
      const [before, sentAt] = [setting, performance.now()]
      const { body } = await node.get(`/api/images/${random.pick(images)._id}`, owner.token)
      const { status, bytes } = await node.get(random.pick(urlsOf(body.data)))
      if (status === 200 && !(await isClean(bytes))) findings.note("the owner's file was marked")
      const isSame = setting === before && holds(before, node, sentAt)
      if (isSame && status !== 200) findings.note(`the owner's file returned ${status}`)
    },
  }
  const kinds = ['clean', 'clean', 'listed', 'listed', 'page', 'earlier', 'zip', 'owner'] as const

  /** Its marked files are there when it's answered. */
  async function upload(node: Client) {
    const before = holds(setting, node, performance.now()) ? setting : undefined
    const answer = await node.upload(link, picture)
    if (answer.status === 429 || answer.status === 503) return
    if (answer.status !== 201) return findings.note(`an upload returned ${answer.status} ${answer.bytes}`)
    counts.uploads++
    const image: Image = answer.body.data
    await fetch(node, pathOf(image.thumbnailUrl))
    const listed = holds(setting, node, performance.now()) ? setting : undefined
    const { body } = await node.get(`/api/images/${image._id}`)
    const status = await fetchListed(node, urlsOf(body.data), listed)
    if (status === 503 && before !== undefined && before === setting) counts.late++
    const removed = await node.del(`/api/images/${image._id}?forever=true`, owner.token)
    if (removed.status !== 200) findings.note(`removing an upload returned ${removed.status}`)
  }

  async function repeat(isOver: () => boolean, act: () => Promise<unknown>) {
    while (!isOver()) {
      try {
        await act()
      } catch (error) {
        if (!isConnectionError(error)) throw error
        counts.broken++
        return
      }
    }
  }

  return {
    counts,

    /** Ends when the server does. */
    work: (isOver: () => boolean) =>
      Promise.all([
        repeat(isOver, () => toggle(random.pick(nodes))),
        repeat(isOver, () => reads[random.pick(kinds)](random.pick(nodes))),
        repeat(isOver, () => reads[random.pick(kinds)](random.pick(nodes))),
        repeat(isOver, () => upload(random.pick(nodes))),
      ]),

    /** After a kill, a change that wasn't answered may have been made or not. */
    async settle() {
      const { body } = await first.get(`/api/links/${link._id}`, owner.token)
      const isOn = body.data.watermark.mode !== 'off'
      if (closed && !isOn) findings.note('an acknowledged watermark is off after a kill')
      acknowledge(first, isOn)
    },

    /** Turns it on, and looks at every file on every node, and at URLs of earlier settings. */
    async checkAll() {
      const { status } = await change(first, { mode: 'tiled', text: 'The last one' })
      if (status !== 200) findings.note(`changing the watermark returned ${status}`)
      acknowledge(first, true)
      for (const node of nodes) {
        while (!holds(setting, node, performance.now(), barMs)) await delay(50)
        for (const { path } of saved) {
          counts.earlier++
          if ((await fetch(node, path)).isFile) findings.note(`${path} of an earlier setting still works`)
        }
        for (const path of cleanPaths) {
          if ((await fetch(node, path)).status !== 404) findings.note(`${path} is open with a watermark`)
        }
        const { body } = await node.get(`/api/links/slug/${link.slug}`)
        for (const path of (body.data.images as Image[]).flatMap(urlsOf)) {
          let opened = 503
          const isReady = async () => {
            opened = (await fetch(node, path)).status
            return opened !== 503
          }
          await until(isReady, { timeoutMs: readyTimeoutMs })
          if (opened !== 200) findings.note(`${path} returned ${opened}`)
        }
      }
    },

    async turnOff() {
      closed = undefined
      await change(first, { mode: 'off' })
    },
  }
}

const isConnectionError = (error: unknown) =>
  error instanceof Error && /ECONN|socket hang up|aborted|EPIPE/.test(`${(error as { code?: string }).code} ${error}`)
