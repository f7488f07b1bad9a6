import type { FocalPoint } from './card.ts'
import type { PictureFacts } from './prepare.ts'
import type { PictureFile } from './renditions.ts'

/** A generated file in a temporary folder. */
export type PreparedFile = Omit<PictureFile, 'body'> & { path: string } & Contents

/** SHA-256 in hex. */
export type Contents = { bytes: number; sha256: string }

export type PreparedFiles = PictureFacts & {
  /** Smallest first: 480, 960 and 1920 on the longest side, but never larger than the picture. */
  renditions: PreparedFile[]
  /** The same sizes with all frames; empty if there's just one, or too many. */
  animated: PreparedFile[]
  /** Full size, with the metadata we always keep. */
  full: PreparedFile
  /** The uploaded file. */
  original: Contents
}

/** Prepare the files of a picture in a folder, or make the card of one of our renditions. */
export type WorkerRequest =
  | { kind: 'prepare'; path: string; folder: string; mayBeHeavy: boolean }
  | { kind: 'card'; picture: Buffer; focus: FocalPoint | null }

type Answers = {
  /** undefined if the picture is heavy and `mayBeHeavy` is false. */
  prepare: PreparedFiles | undefined
  card: Buffer
}
export type AnswerTo<R extends WorkerRequest> = Answers[R['kind']]

export type WorkerAnswer =
  | { value: Answers[keyof Answers] }
  | { refusal: string; cause: string; workMs: number }
  | { failure: { name: string; message: string; stack: string; code: string | undefined } }
