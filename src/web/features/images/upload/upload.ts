import type { Image } from '#shared/images.ts'
import { fileRefusal } from './file-refusal.ts'

export type UploadState =
  | 'waiting'
  | 'uploading'
  /** The file is fully sent, but the server hasn't responded yet. */
  | 'processing'
  /** The upload was interrupted and restarts automatically. */
  | 'retrying'
  | 'done'
  /** The browser or the server rejected the file. Retrying wouldn't help. */
  | 'refused'
  /** The link already has this file, so it's sent only if the user insists. */
  | 'duplicate'
  /** The upload failed, but can be retried by hand. */
  | 'failed'
  | 'canceled'

export type UploadDetails = { title: string; description: string; isCoverImage: boolean }

export type Upload = {
  /** The ID is also the idempotency key, so a file that's sent twice is stored once. */
  readonly id: string
  readonly linkId: string
  readonly file: File
  readonly state: UploadState
  readonly sentBytes: number
  /** Explains the state to the owner, if necessary. */
  readonly sentence: string
  readonly details: UploadDetails
  readonly sectionId?: string | undefined
  /** The tus upload on the server, once it exists. It continues where it was interrupted. */
  readonly url?: string | undefined
  readonly image?: Image
  /** True for a failed upload that only needs room on the plan. The file is kept until then (left-out-files.ts). */
  readonly isLeftOut?: boolean
}

const unfinished: ReadonlySet<UploadState> = new Set(['waiting', 'uploading', 'processing', 'retrying'])

export const isUnfinished = ({ state }: Upload) => unfinished.has(state)

const skipped: ReadonlySet<UploadState> = new Set(['refused', 'duplicate', 'failed'])

/** Canceled uploads don't count as skipped. */
export const isSkipped = ({ state }: Upload) => skipped.has(state)

/** The state of a file that doesn't fit on the plan. */
export const leftOut = {
  state: 'failed',
  sentBytes: 0,
  sentence: 'Waiting for room on your plan',
  isLeftOut: true,
} as const

type Conditions = { hasRoom?: boolean; fileLimitMb?: number | undefined; sectionId?: string | undefined }
export type UploadRoom = {
  room?: number
  fileLimitMb?: number
  /** Returns the ID of the section to add a file to, if any. */
  sectionOf?: ((file: File) => string | undefined) | undefined
}

export function newUpload(id: string, linkId: string, file: File, conditions: Conditions = {}): Upload {
  const { hasRoom = true, fileLimitMb, sectionId } = conditions
  const refusal = fileRefusal(file, fileLimitMb)
  const state = refusal === undefined ? 'waiting' : 'refused'
  const details = { title: '', description: '', isCoverImage: false }
  const upload = { id, linkId, file, state, sentBytes: 0, sentence: refusal ?? '', details, sectionId } as const
  return hasRoom || refusal !== undefined ? upload : { ...upload, ...leftOut }
}

export const skippedText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isSkipped)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
