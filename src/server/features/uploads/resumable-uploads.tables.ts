import type { Generated } from 'kysely'

export type ResumableUploadTables = { resumable_uploads: ResumableUploadTable }

/** An upload in the tus protocol. Its parts are in the storage, and triggers schedule their deletion. */
type ResumableUploadTable = {
  id: string
  link_id: string
  /** The owner of the link. Null for a guest's upload. */
  user_id: string | null
  guest_id: string | null
  /** The user or guest whose unfinished uploads are limited. */
  creator: string
  /** Unique among the creator's unfinished uploads, so that there are never more than their limit. */
  slot: number
  /** The pass that opened the link to the guest, if they needed one. */
  pass_id: string | null
  /** A hash of the network that an unfinished upload takes storage for. */
  network: string
  file_name: string
  /** What the creator told about the image, as JSON. */
  fields: string
  length: number
  /** Tus calls this the offset. It only covers durable bytes. */
  received: Generated<number>
  /** `received`, plus the announced bytes of a request in progress. */
  reserved: Generated<number>
  /** The names of the parts in order, separated by spaces. */
  parts: Generated<string>
  part_count: Generated<number>
  /** The request that may add the next part. A newer request replaces it. */
  writer: Generated<string | null>
  /** How often processing the complete file has failed without a verdict on the file. */
  failures: Generated<number>
  /** Set once the upload is finished. */
  image_id: Generated<string | null>
  is_repeat: Generated<number>
  /** When a request last used the upload. */
  touched_at: string
  expires_at: string
  created_at: string
}
