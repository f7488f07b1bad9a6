import { bulkMaxSize } from '#shared/limits.ts'
import { errorMessage } from './error-message.ts'
import { count, formatNumber } from './formats.ts'

/** `pastTense` is what happened to the images so far, such as 'deleted'. */
type Words = { pastTense: string; fallback: string }

/** Carries how many images were changed before a call failed. */
export class PartlyDoneError extends Error {
  readonly done: number

  constructor({ pastTense, fallback }: Words, done: number, total: number, cause: unknown) {
    const sentence = errorMessage(cause, fallback)
    super(
      done > 0
        ? `${formatNumber(done)} of ${count(total, 'image')} ${done === 1 ? 'was' : 'were'} ${pastTense}. ${sentence}`
        : sentence,
      { cause },
    )
    this.done = done
  }
}

/** Splits large selections of images into several calls. `onProgress` is called after each of them. */
export async function inBatches<Item>(
  items: readonly Item[],
  send: (batch: Item[]) => Promise<unknown>,
  { onProgress, ...words }: Words & { onProgress?: ((done: number) => void) | undefined },
) {
  for (let done = 0; done < items.length; done += bulkMaxSize) {
    await send(items.slice(done, done + bulkMaxSize)).catch((error) => {
      throw new PartlyDoneError(words, done, items.length, error)
    })
    onProgress?.(Math.min(items.length, done + bulkMaxSize))
  }
}
