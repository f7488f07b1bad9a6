import type { Generated, Selectable } from 'kysely'

export type ImageTables = {
  images: ImageTable
  waiting_images: WaitingImageRow
  camera_patches: CameraPatchRow
  upload_keys: UploadKeyRow
  doomed_objects: FileDeletionRow
  sections: SectionRow
  marked_images: MarkedImageRow
}

type ImageTable = {
  id: string
  link_id: string
  user_id: string
  /** Gallery order is by `section_position`, `position` and `id`. */
  position: number
  section_id: Generated<string | null>
  /** The position of the image's section, or 0 without a section. */
  section_position: Generated<number>
  title: string
  description: string
  file_name: string
  taken_at: string | null
  /** The time zone that the camera wrote, such as +02:00. Null if unknown. */
  taken_offset: Generated<string | null>
  width: number
  height: number
  placeholder: string
  is_animated: number
  files: string
  /** The ID of the image that the files were stored for. Null unless the image is a copy. */
  folder: Generated<string | null>
  /** SHA-256 by file name as JSON. Null until computed. */
  file_hashes: Generated<string | null>
  views: number
  /** The point to keep visible when the cover is cropped. Each coordinate is from 0 to 1, or null if not set. */
  cover_focus_x: number | null
  cover_focus_y: number | null
  /** The camera details to show, as JSON. Null if unknown. */
  camera: string | null
  bytes: Generated<number>
  /** Includes comments that need approval (platform/database/bounded-counts.ts). */
  comment_count: Generated<number>
  /** The guest who added the image and can take it back. */
  guest_id: Generated<string | null>
  /** The name of the guest who added the image to another link, before it was moved. */
  added_by: Generated<string | null>
  /** The collaborator who added the image. */
  adder_id: Generated<string | null>
  /** SHA-256 of the file as it was received. Null if unknown. */
  received_hash: Generated<string | null>
  /** When the image was approved. Null if it was shown from the start. */
  shown_at: Generated<string | null>
  /** When the image was deleted. Only the trash shows it, so every other read leaves it out (live-images.repository.ts). */
  trashed_at: Generated<string | null>
  created_at: string
}

export type ImageRow = Selectable<ImageTable>

/**
 * An image that needs the owner's approval, which moves it to `images`. A table of its own, so no other query can show it
 * by mistake.
 */
export type WaitingImageRow = Pick<
  ImageRow,
  | 'id'
  | 'link_id'
  | 'user_id'
  | 'file_name'
  | 'taken_at'
  | 'taken_offset'
  | 'width'
  | 'height'
  | 'placeholder'
  | 'is_animated'
  | 'files'
  | 'camera'
  | 'bytes'
  | 'created_at'
> & {
  guest_id: string
  /** Becomes a row of `upload_keys` when the image is approved. */
  upload_key: string | null
  received_hash: string
  file_hashes: string
  /** The row of `camera_patches` to insert, as JSON. */
  camera_patch: string | null
}

/** Files with a watermark, made from the renditions in `folder`. `mark` is the watermark's key, and `files` is JSON. */
type MarkedImageRow = { folder: string; mark: string; link_id: string; files: string }

/** `position` starts at 1 and can have gaps. `anchor` is made from the first title. */
export type SectionRow = {
  id: string
  link_id: string
  title: string
  text: string
  anchor: string
  position: number
}

/** Base64 bytes that replace part of the full-size file, from `starts_at` on, if the link shows camera details. */
type CameraPatchRow = { image_id: string; starts_at: number; bytes: string }

/** Makes uploads idempotent: repeating a client's key returns the first image. */
type UploadKeyRow = { link_id: string; upload_key: string; image_id: string }

/**
 * A folder to delete. When the last image that uses it is deleted, a trigger inserts a row. An upload inserts a row before it writes its
 * files and removes the row when it adds the image, so a failure or crash doesn't leave orphaned files.
 */
type FileDeletionRow = { prefix: string; not_before: string; is_claimed: number }
