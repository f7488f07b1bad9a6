import { Heart } from 'lucide-react'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useChoice } from './use-choice.ts'

/** The gallery's heading while only the visitor's favorites are shown. */
export function ChoiceHeader({ link }: { link: Link }) {
  const { imageIds, limit } = useChoice(link, (store) => store.get())
  return (
    <header className="gallery-head">
      <h1 className="opening-title">Your favorites</h1>
      <p className="col-start-1 flex flex-wrap gap-x-5 text-caption text-ink-3">
        <span>{limit === null ? count(imageIds.length, 'photo') : `${imageIds.length} of ${limit} picked`}</span>
        <span>
          From <bdi>{link.title}</bdi>
        </span>
      </p>
    </header>
  )
}

export function ChoiceNotes({ link }: { link: Link }) {
  const notes = useChoice(link, (store) => store.get().notes)
  const noted = link.images.filter(({ _id }) => notes[_id])
  if (noted.length === 0) return null
  return (
    <section className="page pt-12" aria-labelledby="your-notes">
      <h2 id="your-notes" className="mb-4 text-subhead">
        Your notes
      </h2>
      <ul className="choice-notes">
        {noted.map(({ _id, title, fileName, thumbnailUrl }) => (
          <li key={_id}>
            <img src={thumbnailUrl} alt="" loading="lazy" />
            <div className="wrap-anywhere min-w-0 text-ui" dir="auto">
              <p className="font-medium">{title || fileName}</p>
              <p className="text-ink-2">{notes[_id]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ReopenedNotice({ link }: { link: Link }) {
  const isReopened = useChoice(link, (store) => store.get().state === 'open' && store.get().sentAt !== null)
  if (!isReopened) return null
  return (
    <div className="page pb-5">
      <Notice tone="info" icon={Heart}>
        {link.owner.name ? (
          <>
            <bdi>{link.owner.name}</bdi> reopened your favorites.
          </>
        ) : (
          'You can edit your favorites again.'
        )}{' '}
        Send them again when you're done.
      </Notice>
    </div>
  )
}
