import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { isOpenToAll, type LinkFacts } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { maxItems } from '#server/platform/mail/mail-content.ts'
import type { ActivityRepository } from './activity.repository.ts'
import type { ChosenPicture, EventRecord } from './activity-rows.ts'

/** A choice as a mail tells of it. */
export type SentChoice = {
  imageCount: number
  pictures: { url: string; alt: string }[]
  notes: { heading: string; quote: string }[]
}

type Dependencies = {
  activity: ActivityRepository
  mediaUrls: MediaUrlService
  findLink: (id: string) => Promise<LinkFacts | undefined>
  publicUrl: string
  clock: Clock
}

/** Two rows: each is fetched when the mail is opened. */
const maxShown = 6

const nameOf = ({ title, fileName }: ChosenPicture) => title || fileName

/** What the choices hold that mails are about to tell of. */
export function createSentChoices({ activity, mediaUrls, findLink, publicUrl, clock }: Dependencies) {
  /** A mail lies about for years, and is passed on: only what everybody may see is shown in it. */
  async function isShown(linkId: string) {
    const link = await findLink(linkId)
    return link !== undefined && isOpenToAll(link, clock.now())
  }

  const pictureOf = (picture: ChosenPicture) => ({
    url: publicUrl + mediaUrls.card(picture.imageId),
    alt: nameOf(picture),
  })

  /** By choice; whoever has taken all out again since has none. */
  return async (events: EventRecord[]) => {
    const found = new Map<string, SentChoice>()
    for (const { kind, choiceId, linkId } of events.slice(0, maxItems)) {
      if (kind !== 'choice' || choiceId === null) continue
      const pictures = await activity.listChosen(choiceId)
      await nextTurnOfEventLoop()
      if (pictures.length === 0) continue
      const shown = (await isShown(linkId)) ? pictures.slice(0, maxShown) : []
      const noted = pictures.filter(({ note }) => note !== '')
      found.set(choiceId, {
        imageCount: pictures.length,
        pictures: shown.map(pictureOf),
        notes: noted.map((picture) => ({ heading: nameOf(picture), quote: picture.note })),
      })
    }
    return found
  }
}
export type FindSentChoices = ReturnType<typeof createSentChoices>
