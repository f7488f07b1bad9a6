import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { AccessService } from '#server/features/access/access.service.ts'
import { isOpenToAll, type LinkFacts } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { maxItems } from '#server/platform/email/email-content.ts'
import type { ActivityRepository } from './activity.repository.ts'
import type { ChosenPicture, EventRecord } from './activity-rows.ts'

export type SentChoice = {
  imageCount: number
  pictures: { url: string; alt: string }[]
  notes: { heading: string; quote: string }[]
}

type Dependencies = {
  activity: ActivityRepository
  mediaUrls: MediaUrlService
  access: Pick<AccessService, 'findFacts'>
  publicUrl: string
  clock: Clock
}

/** Applies to each set of favorites, because email clients load all images when the email is opened. */
const maxShown = 6

const nameOf = ({ title, fileName }: ChosenPicture) => title || fileName

export function createSentChoices({ activity, mediaUrls, access, publicUrl, clock }: Dependencies) {
  /** Emails are kept for years and forwarded, so they show only public images. */
  async function findShown(linkId: string) {
    const link = await access.findFacts(linkId)
    return link && isOpenToAll(link, clock.now()) ? link : undefined
  }

  const pictureOf = (picture: ChosenPicture, { mark }: LinkFacts) => ({
    url: publicUrl + mediaUrls.card(picture.imageId, mark),
    alt: nameOf(picture),
  })

  /** Returns a map keyed by choice ID. It omits choices whose favorites have all been removed. */
  return async (events: EventRecord[]) => {
    const found = new Map<string, SentChoice>()
    for (const { kind, choiceId, linkId } of events.slice(0, maxItems)) {
      if (kind !== 'choice' || choiceId === null || linkId === null) continue
      const pictures = await activity.listChosen(choiceId)
      await nextTurnOfEventLoop()
      if (pictures.length === 0) continue
      const link = await findShown(linkId)
      const shown = pictures.slice(0, maxShown)
      const noted = pictures.filter(({ note }) => note !== '')
      found.set(choiceId, {
        imageCount: pictures.length,
        pictures: link ? shown.map((picture) => pictureOf(picture, link)) : [],
        notes: noted.map((picture) => ({ heading: nameOf(picture), quote: picture.note })),
      })
    }
    return found
  }
}
export type FindSentChoices = ReturnType<typeof createSentChoices>
