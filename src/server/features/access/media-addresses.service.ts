import { type Clock, hours, minutes } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'

/** Signed addresses of pictures change once in this time, so that browsers can keep what they fetched. */
const stepMs = hours(1)

/** An address to download from is used at once, and nobody keeps what it gives under it. */
const downloadMs = minutes(10)

/** The file's name in the address of the picture that chats and social networks show for a link or an image. */
export const cardName = 'card.jpg'

export type SignedQuery = { session?: string | undefined; until?: string | undefined; signature?: string | undefined }

/** Where pictures are fetched. An `<img>` cannot send a token, so a private picture's address carries its permission. */
export function createMediaAddressService({ signer, clock }: { signer: Signer; clock: Clock }) {
  const sign = (what: string, session: string, until: number) =>
    `session=${session}&until=${until}&signature=${signer.sign(`${what}/${session}/${until}`)}`

  /** The session that it was signed for, if it was and is still good. */
  function verify(what: string, { session, until, signature }: SignedQuery): string | undefined {
    if (!session || !until || !signature || !/^\d{1,16}$/.test(until)) return undefined
    if (Number(until) <= clock.now().getTime()) return undefined
    return signer.verify(`${what}/${session}/${until}`, signature) ? session : undefined
  }

  return {
    plain: (imageId: string, file: string) => `/media/${imageId}/${file}`,

    card: (imageId: string) => `/media/${imageId}/${cardName}`,

    /** Good for between one and two steps from now, and only while the session lives. */
    signed(imageId: string, file: string, session: string) {
      const until = (Math.floor(clock.now().getTime() / stepMs) + 2) * stepMs
      return `/media/${imageId}/${file}?${sign(`media/${imageId}/${file}`, session, until)}`
    },

    verify: (imageId: string, file: string, query: SignedQuery) => verify(`media/${imageId}/${file}`, query),

    /** For the owner's browser, which sends no token when it saves what a plain link leads to. */
    signedDownload: (slug: string, session: string) =>
      `/api/links/slug/${slug}/download?${sign(`download/${slug}`, session, clock.now().getTime() + downloadMs)}`,

    verifyDownload: (slug: string, query: SignedQuery) => verify(`download/${slug}`, query),
  }
}
export type MediaAddressService = ReturnType<typeof createMediaAddressService>
