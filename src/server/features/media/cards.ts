import { createGate } from '#server/platform/gate.ts'
import { makeCard } from '#server/platform/pictures/card.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/** Cards are made one at a time, so that whoever asks for thousands does not take the cores from uploads. */
const maxWaiting = 100

/** Makes a card from the picture at a key; who asks while it is being made gets the same one. */
export function createCards(storage: Storage) {
  const pass = createGate({ parallel: 1, waiting: maxWaiting })
  const underWay = new Map<string, Promise<Buffer>>()

  const make = (source: string) =>
    pass(async () => {
      const picture = await storage.read(source)
      if (!picture) throw new AppError('NOT_FOUND', 'Picture not found')
      return makeCard(picture)
    })

  return function open(source: string): Promise<Buffer> {
    const already = underWay.get(source)
    if (already) return already
    const making = make(source).finally(() => underWay.delete(source))
    underWay.set(source, making)
    return making
  }
}
