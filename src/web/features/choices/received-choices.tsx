import { useInfiniteQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Choice } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { count, formatMinute } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type ChosenImage, chosenByText, chosenImages, nameOf, type Whose } from './chosen-images.ts'
import { ExportChoices } from './export-choices.tsx'
import { PeopleList } from './people-list.tsx'
import './received-choices.css'

export function ReceivedChoices({ link }: { link: Link }) {
  const choices = useInfiniteQuery(ownerQueries.choices(link._id))
  const [wanted, setWhose] = useState<Whose>('everyone')
  if (!choices.data) {
    if (!choices.isError) return <Spinner />
    return <Failure sentence="Couldn't load favorites" onRetry={() => void choices.refetch()} />
  }
  if (choices.data.length === 0) return <NoChoices link={link} />
  const isPart = choices.hasNextPage
  const one = choices.data.find(({ _id }) => _id === wanted)
  const whose = one || (wanted === 'agree' && !isPart) ? wanted : 'everyone'
  const images = chosenImages(link.images, choices.data, whose)
  return (
    <div className="received">
      <PeopleList link={link} choices={choices.data} isPart={isPart} whose={whose} onPick={setWhose}>
        {isPart && (
          <Button
            className="mt-4"
            busy={choices.isFetchingNextPage && 'Loading'}
            onClick={() => void choices.fetchNextPage()}
          >
            Show more people
          </Button>
        )}
      </PeopleList>
      <section aria-labelledby="chosen-images" className="min-w-0">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h2 id="chosen-images" className="text-heading">
            {headingOf(whose, one, images)}
          </h2>
          {images.length > 0 && <ExportChoices link={link} images={images} isPart={isPart} whose={whose} />}
        </div>
        {images.length > 0 && (
          <p className="-mt-3 mb-6 max-w-measure text-caption text-ink-3">
            Paste the copied file names into the search field of Lightroom or Capture One to find the originals.
          </p>
        )}
        {isPart && !one && (
          <p className="mb-6 text-ink-2 text-ui">
            Showing favorites from the {choices.data.length} most recent people. File names, CSV and ZIP include
            everyone's.
          </p>
        )}
        {one && <Message choice={one} />}
        <ul className="received-images">
          {images.map((chosen) => (
            <ReceivedImage
              key={chosen.image._id}
              chosen={chosen}
              total={isPart ? undefined : choices.data.length}
              only={one?._id}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

function headingOf(whose: Whose, one: Choice | undefined, images: ChosenImage[]) {
  const favorites = count(images.length, 'favorite')
  if (one) return `${favorites} from ${nameOf(one)}`
  return whose === 'agree' ? `${favorites} picked by everyone` : favorites
}

const Message = ({ choice: { message, sentAt, guest } }: { choice: Choice }) =>
  sentAt && (
    <blockquote className="mb-7 border-line border-l-2 pl-4 text-ui">
      {message && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {message}
        </p>
      )}
      <p className="text-caption text-ink-3">
        Sent on {formatMinute(sentAt)}
        {guest.email && `, ${guest.email}`}
      </p>
    </blockquote>
  )

const NoChoices = ({ link }: { link: Link }) => (
  <div className="grid items-center gap-8 py-8 sm:grid-cols-[18rem_1fr]">
    <EmptyFrame />
    <div className="grid justify-items-start gap-4">
      <h2 className="text-subhead">No favorites yet</h2>
      {link.choosing === 'on' ? (
        <>
          <p className="text-ink-2">Share the gallery. Favorites appear here as people pick them.</p>
          <Button kind="primary" onClick={() => copyLink(link.slug, link.shareUrl)}>
            Copy link
          </Button>
        </>
      ) : (
        <p className="text-ink-2">
          Favorites are turned off for this link.{' '}
          <RouterLink className="link whitespace-nowrap" to={generatePath(pages.editLink, { linkId: link._id })}>
            Turn them on
          </RouterLink>
        </p>
      )}
    </div>
  </div>
)

type ReceivedImageProps = {
  chosen: ChosenImage
  /** How many people picked favorites, or undefined until all of them are loaded. */
  total: number | undefined
  /** Set to a choice ID if only one person's favorites are shown. */
  only: string | undefined
}

function ReceivedImage({ chosen, total, only }: ReceivedImageProps) {
  const { image, by } = chosen
  const name = image.title || image.fileName
  const noted = by.filter(({ _id, notes }) => notes[image._id] && (only === undefined || _id === only))
  return (
    <li>
      <RouterLink className="received-mat" to={generatePath(pages.image, { imageId: image._id })}>
        <img src={image.thumbnailUrl} alt={name} loading="lazy" />
      </RouterLink>
      <div className="mt-1 flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p dir="auto" className="truncate font-medium text-ui">
            {name}
          </p>
          {image.title && (
            <p dir="auto" className="truncate text-caption text-ink-3">
              {image.fileName}
            </p>
          )}
        </div>
        <span className="flex items-center gap-1 font-medium text-ui tabular-nums">
          <Heart size={16} fill="currentColor" aria-hidden="true" />
          {by.length}
          <span className="sr-only"> {by.length === 1 ? 'person' : 'people'} picked this</span>
        </span>
      </div>
      {only === undefined && <p className="text-caption text-ink-2">{chosenByText(chosen, total)}</p>}
      {noted.map((choice) => (
        <p key={choice._id} dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-caption text-ink-2">
          <b className="font-medium text-ink">{nameOf(choice)}:</b> {choice.notes[image._id]}
        </p>
      ))}
    </li>
  )
}
