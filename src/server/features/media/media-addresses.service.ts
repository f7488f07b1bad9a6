import { type Clock, hours } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/tokens.ts'

/** Signed addresses change once in this time, so that browsers can keep what they fetched. */
const stepMs = hours(1)

export type SignedQuery = { session?: string | undefined; until?: string | undefined; signature?: string | undefined }

/** Where pictures are fetched. An `<img>` cannot send a token, so a private picture's address carries its permission. */
export function createMediaAddressService({ signer, clock }: { signer: Signer; clock: Clock }) {
  const textOf = (imageId: string, file: string, session: string, until: string) =>
    ['media', imageId, file, session, until].join('/')

  return {
    plain: (imageId: string, file: string) => `/media/${imageId}/${file}`,

    /** Good for between one and two steps from now, and only while the session lives. */
    signed(imageId: string, file: string, session: string) {
      const until = String((Math.floor(clock.now().getTime() / stepMs) + 2) * stepMs)
      const signature = signer.sign(textOf(imageId, file, session, until))
      return `/media/${imageId}/${file}?session=${session}&until=${until}&signature=${signature}`
    },

    /** The session that an address was signed for, if it was and is still good. */
    verify(imageId: string, file: string, { session, until, signature }: SignedQuery): string | undefined {
      if (!session || !until || !signature || !/^\d{1,16}$/.test(until)) return undefined
      if (Number(until) <= clock.now().getTime()) return undefined
      return signer.verify(textOf(imageId, file, session, until), signature) ? session : undefined
    },
  }
}
export type MediaAddressService = ReturnType<typeof createMediaAddressService>
