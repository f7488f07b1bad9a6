import { watch as watchFolder } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pictureAt } from '../folder.mjs'
import { existingLink, fileLimit } from '../links.mjs'
import { Misuse } from '../problems.mjs'
import { secondsOf } from '../seconds.mjs'
import { openSentList } from '../sent-list.mjs'
import { createSettlingFiles, isSame } from '../settling-files.mjs'
import { uploadPictures } from '../upload-pictures.mjs'

/** Ctrl+C ends the command after this many files. */
const filesPerStep = 10
/** After an event, more of them usually follow. */
const eventPauseMs = 300

export const watch = {
  usage: `framelight watch FOLDER --link ID
  Sends the photos in a folder, and new ones as they arrive. Never changes the folder, and doesn't send photos again that
  you delete in the gallery. Stop it with Ctrl+C.
  --link ID        add to this link
  --every SECONDS  how often to look (10)
  --settle SECONDS how long a file must stay unchanged before it's sent (3)
  --once           look once, then end`,
  options: {
    link: { type: 'string' },
    every: { type: 'string' },
    settle: { type: 'string' },
    once: { type: 'boolean' },
  },
  needsLogin: true,
  reports: true,
  async run({ api, values, positionals, report, server }) {
    const folder = await requireFolder(positionals)
    if (!values.link) throw new Misuse('Choose a link with --link ID.')
    const everyMs = secondsOf(values, 'every', 10) * 1000
    const settling = createSettlingFiles(folder, secondsOf(values, 'settle', 3) * 1000)
    const link = existingLink(api, { id: values.link, report, server })
    // Otherwise an empty folder would hide a wrong link until the first photo arrives.
    await link.check()
    const limitMb = await fileLimit(api, report)
    const send = createSender(api, { link, limitMb, report, sent: await openSentList(server, values.link) })
    if (values.once) await lookOnce(settling, send, report)
    else await keepLooking(settling, send, { folder, everyMs, report })
    await link.describe()
  },
}

async function requireFolder(positionals) {
  if (positionals.length !== 1) throw new Misuse('Name one folder to watch.')
  const folder = resolve(positionals[0])
  const stats = await stat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) throw new Misuse(`There's no such folder: ${positionals[0]}`)
  return folder
}

/** Sends each version of a file once, and remembers what was sent beyond the end of this process. */
function createSender(api, { link, limitMb, report, sent }) {
  const handled = new Map()

  function onProblem({ version }, error) {
    // A file that was changed or moved is for the next look.
    if (error.code === 'CHANGED' || error.code === 'MISSING') handled.delete(version.path)
    else report.refuse(version.path, error)
  }

  return async function send(files) {
    const fresh = files.filter((file) => !isSame(handled.get(file.path), file))
    for (const file of fresh) handled.set(file.path, file)
    const unsent = fresh.filter((file) => !sent.hasFile(file))
    for (let at = unsent.length; at < fresh.length; at++) report.known()
    const pictures = unsent.map((file) => ({ ...pictureAt(file.path), version: file }))
    await uploadPictures(api, pictures, {
      requireLink: link.require,
      limitMb,
      report,
      onProblem,
      wasSent: sent.hasContent,
      onImage: ({ version }, _imageId, sha256) => sent.add(version, sha256),
    })
  }
}

async function lookOnce(settling, send, report) {
  const first = await settling.look()
  for (let at = 0; at < first.skipped; at++) report.skip()
  for (const { path, problem } of first.problems) report.refuse(path, problem)
  // Files that arrive later are for the next time.
  const wanted = new Set([...first.settled, ...first.unsettled].map(({ path }) => path))
  const isWanted = ({ path }) => wanted.has(path)
  for (let found = first; ; found = await settling.look()) {
    if (!found.unsettled.some(isWanted)) return send(found.settled.filter(isWanted))
    await delay(Math.max(1, found.nextMs))
  }
}

async function keepLooking(settling, send, { folder, everyMs, report }) {
  let isEnding = false
  let wake = () => {}
  const end = () => {
    isEnding = true
    wake()
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  const events = watchEvents(folder, () => wake())
  report.say(`Watching ${folder}`)
  try {
    while (!isEnding) {
      const { settled, nextMs } = await settling.look()
      for (let at = 0; at < settled.length && !isEnding; at += filesPerStep) {
        await send(settled.slice(at, at + filesPerStep))
      }
      if (isEnding) break
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(everyMs, nextMs))
        wake = () => {
          clearTimeout(timer)
          setTimeout(resolve, isEnding ? 0 : eventPauseMs)
        }
      })
    }
  } finally {
    // Otherwise the process would stay alive.
    events?.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

/** Network drives often have no events. Looking at intervals is enough. */
function watchEvents(folder, onEvent) {
  try {
    return watchFolder(folder, { recursive: true }, onEvent).on('error', () => {})
  } catch {
    return undefined
  }
}
