import { useInfiniteQuery } from '@tanstack/react-query'
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
import { type ChosenImage, chosenImages, nameOf, type Whose } from './chosen-images.ts'
import { ExportChoices } from './export-choices.tsx'
import { PeopleList } from './people-list.tsx'
import { ReceivedImage } from './received-image.tsx'
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
        {isPart && !one && (
          <p className="mb-6 text-ink-2 text-ui">
            Showing favorites from the {choices.data.length} most recent people. File names, CSV and ZIP include
            everyone’s.
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
          <Button kind="primary" onClick={() => copyLink(link.slug)}>
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
