import type { Image } from '#shared/images.ts'
import { fileRefusal } from './file-refusal.ts'

export type UploadState =
  | 'waiting'
  | 'uploading'
  /** All of it is with the server, which has not answered yet. */
  | 'processing'
  /** It was under way, and will be again by itself. */
  | 'retrying'
  | 'done'
  /** It would be refused again. */
  | 'refused'
  /** The link has it already: it is sent only where somebody asks for it. */
  | 'duplicate'
  /** It may go well when somebody tries again. */
  | 'failed'
  | 'canceled'

export type UploadDetails = { title: string; description: string; isCoverImage: boolean }

/** One file on its way, as it stands at a moment; a change makes a new one. */
export type Upload = {
  /** The server's name for this upload too: sent twice, it is stored once. */
  readonly id: string
  readonly linkId: string
  readonly file: File
  readonly state: UploadState
  readonly sentBytes: number
  /** What a person should know about its state. */
  readonly sentence: string
  readonly details: UploadDetails
  readonly image?: Image
}

const unfinished: ReadonlySet<UploadState> = new Set(['waiting', 'uploading', 'processing', 'retrying'])

export const isUnfinished = ({ state }: Upload) => unfinished.has(state)

const skipped: ReadonlySet<UploadState> = new Set(['refused', 'duplicate', 'failed'])

/** Not uploaded, though somebody wanted it to be: they must hear of it. */
export const isSkipped = ({ state }: Upload) => skipped.has(state)

type Conditions = { noRoom?: string | undefined; fileLimitMb?: number | undefined }
export type UploadRoom = { room?: number; noRoom?: string; fileLimitMb?: number }

/** `noRoom`: why it is not sent, where the plan has no room for it. */
export function newUpload(id: string, linkId: string, file: File, { noRoom, fileLimitMb }: Conditions = {}): Upload {
  const refusal = fileRefusal(file, fileLimitMb)
  const state = refusal !== undefined ? 'refused' : noRoom !== undefined ? 'failed' : 'waiting'
  const details = { title: '', description: '', isCoverImage: false }
  return { id, linkId, file, state, sentBytes: 0, sentence: refusal ?? noRoom ?? '', details }
}
