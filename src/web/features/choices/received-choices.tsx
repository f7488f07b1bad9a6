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

/** What people chose of a link, for its owner. */
export function ReceivedChoices({ link }: { link: Link }) {
  const choices = useInfiniteQuery(ownerQueries.choices(link._id))
  const [wanted, setWhose] = useState<Whose>('everyone')
  if (!choices.data) {
    if (!choices.isError) return <Spinner />
    return <Failure sentence="The choices could not be loaded" onRetry={() => void choices.refetch()} />
  }
  if (choices.data.length === 0) return <NoChoices link={link} />
  const isPart = choices.hasNextPage
  const one = choices.data.find(({ _id }) => _id === wanted)
  const whose = one || (wanted === 'agree' && !isPart) ? wanted : 'everyone'
  const pictures = chosenImages(link.images, choices.data, whose)
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
      <section aria-labelledby="chosen-pictures" className="min-w-0">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h2 id="chosen-pictures" className="text-heading">
            {headingOf(whose, one, pictures)}
          </h2>
          {pictures.length > 0 && <ExportChoices link={link} pictures={pictures} isPart={isPart} whose={whose} />}
        </div>
        {isPart && !one && (
          <p className="mb-6 text-ink-2 text-ui">
            From the {choices.data.length} newest people. File names, CSV and ZIP hold everyone’s favorites.
          </p>
        )}
        {one && <Message choice={one} />}
        <ul className="received-pictures">
          {pictures.map((picture) => (
            <ReceivedImage
              key={picture.image._id}
              picture={picture}
              total={isPart ? undefined : choices.data.length}
              only={one?._id}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

function headingOf(whose: Whose, one: Choice | undefined, pictures: ChosenImage[]) {
  if (one) return `${nameOf(one)} chose ${pictures.length}`
  return whose === 'agree' ? `${pictures.length} that all chose` : count(pictures.length, 'picture')
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
      <h2 className="text-subhead">Nobody has chosen yet</h2>
      {link.choosing === 'on' ? (
        <>
          <p className="text-ink-2">
            Send the link. As soon as somebody marks a picture, it stands here with the name.
          </p>
          <Button kind="primary" onClick={() => copyLink(link.slug)}>
            Copy link
          </Button>
        </>
      ) : (
        <p className="text-ink-2">
          Choosing is off.{' '}
          <RouterLink className="link" to={generatePath(pages.editLink, { linkId: link._id })}>
            Turn it on
          </RouterLink>
        </p>
      )}
    </div>
  </div>
)
