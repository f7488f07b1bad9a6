import { findKnown } from './links.mjs'
import { fingerprint, pictureKey } from './pictures.mjs'
import { FileProblem, ServerError } from './problems.mjs'

const concurrency = 2
/** The server answers for up to 500 keys at once. Smaller batches start sending sooner. */
const batchSize = 100
/** These are about the picture itself. Others can still be sent. */
const pictureStatuses = new Set([400, 413, 415, 500])

/**
 * Sends pictures in order, two at a time, and skips those that are already in the link. `requireLink` is only called
 * if there's something to send. `onImage(picture, imageId, sha256)` is called for each picture that's in the link, and
 * `onProblem(picture, error)` for each that was refused.
 */
export async function uploadPictures(api, pictures, options) {
  const { requireLink, limitMb, report, wasSent = () => false, onImage = () => {} } = options
  const { onProblem = ({ file }, error) => report.refuse(file, error) } = options
  const seen = new Set()
  for (let at = 0; at < pictures.length; at += batchSize) {
    const batch = await readBatch(pictures.slice(at, at + batchSize), { limitMb, onProblem })
    for (const [sha256, { copies }] of batch) {
      if (!wasSent(sha256)) continue
      batch.delete(sha256)
      for (const picture of copies) {
        report.known()
        await onImage(picture, undefined, sha256)
      }
    }
    if (batch.size === 0) continue
    const link = await requireLink()
    if (report.isDryRun) countBatch(batch, seen, report)
    else await sendBatch(api, link, batch, { report, onImage, onProblem })
  }
}

/** Groups the readable pictures of a batch by content. */
async function readBatch(pictures, { limitMb, onProblem }) {
  const byContent = new Map()
  for (const picture of pictures) {
    try {
      const print = await fingerprint(picture, limitMb)
      const same = byContent.get(print.sha256)
      if (same) same.copies.push(picture)
      else byContent.set(print.sha256, { print, copies: [picture] })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      onProblem(picture, error)
    }
  }
  return byContent
}

function countBatch(batch, seen, report) {
  for (const [sha256, { copies }] of batch) {
    for (const _copy of copies) {
      if (seen.has(sha256)) report.known()
      else report.done()
      seen.add(sha256)
    }
  }
}

async function sendBatch(api, link, batch, { report, onImage, onProblem }) {
  const keys = [...batch.keys()].map(pictureKey)
  const { data, link: current } = await findKnown(api, link._id, keys)
  Object.assign(link, current)
  const idOf = new Map(data.map(({ key, imageId }) => [key, imageId]))

  async function accept(copies, imageId, sha256) {
    for (const picture of copies) await onImage(picture, imageId, sha256)
  }

  async function send({ print, copies }) {
    const [picture, ...others] = copies
    const imageId = idOf.get(pictureKey(print.sha256))
    if (imageId !== undefined) {
      for (const _copy of copies) report.known()
      return accept(copies, imageId, print.sha256)
    }
    try {
      const { status, data: image } = await api.upload(link._id, picture, print, (await picture.details?.()) ?? {})
      if (status === 201) report.done()
      else report.known()
      for (const _copy of others) report.known()
      if (image.link) Object.assign(link, { title: image.link.title, slug: image.link.slug })
      await accept(copies, image._id, print.sha256)
    } catch (error) {
      for (const picture of copies) onProblem(picture, error)
      if (!isAboutPicture(api, error)) throw error
    }
  }
  await forEachOf([...batch.values()], send)
}

/** If the server takes other pictures but is never free for this one, the picture is the problem. */
const isAboutPicture = (api, error) =>
  error instanceof FileProblem ||
  (error instanceof ServerError &&
    (pictureStatuses.has(error.status) || (error.status === 503 && api.hasAnsweredLately())))

/** If one fails, waits for the others in progress before it throws. */
async function forEachOf(items, work) {
  const waiting = [...items]
  let failure
  async function worker() {
    for (let item = waiting.shift(); item && !failure; item = waiting.shift()) {
      await work(item).catch((error) => {
        failure ??= error
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  if (failure) throw failure
}
