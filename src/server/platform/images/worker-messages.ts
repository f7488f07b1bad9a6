import type { FocalPoint } from './card.ts'
import type { ImageFacts } from './prepare.ts'
import type { EncodedFile } from './renditions.ts'
import type { Watermark } from './watermark.ts'

export type PreparedFile = Omit<EncodedFile, 'body'> & { path: string } & Contents

/** `sha256` is in hex. */
export type Contents = { bytes: number; sha256: string }

export type PreparedFiles = ImageFacts & {
  renditions: PreparedFile[]
  animated: PreparedFile[]
  full: PreparedFile
  original: Contents
}

export type WorkerRequest =
  | { kind: 'prepare'; path: string; folder: string; mayBeHeavy: boolean }
  | { kind: 'card'; picture: Buffer; focus: FocalPoint | null; watermark: Watermark | null }
  | { kind: 'watermark'; pictures: Buffer[]; watermark: Watermark }
  | { kind: 'logo'; path: string }

type Answers = {
  /** Undefined if the image is heavy and `mayBeHeavy` is false. */
  prepare: PreparedFiles | undefined
  card: Buffer
  logo: Buffer
  watermark: Buffer[]
}
export type AnswerTo<R extends WorkerRequest> = Answers[R['kind']]

export type WorkerAnswer =
  | { value: Answers[keyof Answers] }
  | { refusal: string; cause: string; workMs: number }
  | { failure: { name: string; message: string; stack: string; code: string | undefined } }
