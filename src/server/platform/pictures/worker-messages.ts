import type { FocalPoint } from './card.ts'
import type { PictureFacts } from './prepare.ts'
import type { PictureFile } from './renditions.ts'

/** A file that was made of a picture and lies in a temporary folder. */
export type PreparedFile = Omit<PictureFile, 'body'> & { path: string } & Contents

/** SHA-256 in hex. */
export type Contents = { bytes: number; sha256: string }

export type PreparedFiles = PictureFacts & {
  /** Smallest first, on the longest side 480, 960 and 1920 but never larger than the picture. */
  renditions: PreparedFile[]
  /** The same with all frames; empty where there is one, or too many. */
  animated: PreparedFile[]
  /** Full size, with the metadata that are always kept. */
  full: PreparedFile
  /** Of the file that they were made from. */
  original: Contents
}

/** What a worker is asked for: a picture's files made in a folder, or the card of one that we made ourselves. */
export type WorkerRequest =
  | { kind: 'prepare'; path: string; folder: string; mayBeHeavy: boolean }
  | { kind: 'card'; picture: Buffer; focus: FocalPoint | null }

type Answers = {
  /** undefined where the picture is heavy and may not be. */
  prepare: PreparedFiles | undefined
  card: Buffer
}
export type AnswerTo<R extends WorkerRequest> = Answers[R['kind']]

export type WorkerAnswer =
  | { value: Answers[keyof Answers] }
  | { refusal: string; cause: string; workMs: number }
  | { failure: { name: string; message: string; stack: string; code: string | undefined } }
