import { createHash } from 'node:crypto'
import { FileProblem, toFileProblem } from './problems.mjs'

const pictureName = /\.(jpe?g|png|gif|webp|avif|heic|heif)$/i

const isHidden = (segment) => segment.startsWith('.') || segment === '__MACOSX'

/** `segments` are the parts of a path below the folder or ZIP that the user named. */
export const isSkipped = (segments) => segments.some(isHidden) || !pictureName.test(segments.at(-1))

export const isSkippedFolder = isHidden

const bytesOfMb = (megabytes) => megabytes * 2 ** 20

const tooLarge = (name, limitMb) =>
  new FileProblem('FILE_TOO_LARGE', `"${name}" is too large. The limit is ${limitMb} MB.`)

/** Reads the whole picture once. `open` returns its bytes as an async iterable. */
export async function fingerprint({ name, open }, limitMb) {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of open()) {
      bytes += chunk.length
      if (bytes > bytesOfMb(limitMb)) throw tooLarge(name, limitMb)
      hash.update(chunk)
    }
  } catch (error) {
    throw toFileProblem(error)
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** Opens the picture again and fails before its last byte if it isn't the one that was fingerprinted. */
export async function* readUnchanged({ name, open }, { sha256, bytes }) {
  const changed = () => new FileProblem('CHANGED', `"${name}" changed while it was being read.`)
  const hash = createHash('sha256')
  let sent = 0
  let last
  try {
    for await (const chunk of open()) {
      sent += chunk.length
      if (sent > bytes) throw changed()
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
  } catch (error) {
    throw toFileProblem(error)
  }
  if (sent !== bytes || hash.digest('hex') !== sha256) throw changed()
  if (last) yield last
}

/** The server recognizes a picture by this key, whatever its name and wherever it's sent from. */
export const pictureKey = (sha256) => `cli-${sha256}`

export const linkKey = (...parts) => `cli-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
