import { Check, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useTakenBack } from './taken-back.ts'

/** The photos that this visitor has added. They can take them back. */
export function MyPhotos({ link, images: all }: { link: Link; images: readonly Image[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { takenBack, takeBack, deleteNow } = useTakenBack()
  const images = all.filter(({ _id }) => !takenBack.has(_id))
  useEffect(() => {
    const onPageHide = () => void deleteNow(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      void deleteNow()
    }
  }, [deleteNow])
  if (images.length === 0) return null
  const owner = link.owner.name || 'the owner'
  return (
    <section aria-labelledby="my-photos" className="page pt-4">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 ref={heading} id="my-photos" tabIndex={-1} className="text-heading outline-none">
          {images.length === 1 ? 'Your photo' : `Your ${count(images.length, 'photo')}`}
        </h2>
        <p className="text-caption text-ink-3">{visibilityOf(link, images, owner)}</p>
      </div>
      <ul className="my-photos">
        {images.map((image, index) => {
          const alt = `Your photo ${index + 1} of ${images.length}`
          return (
            <li key={image._id}>
              <Picture image={image} alt={alt} sizes="(min-width: 40rem) 15rem, 50vw" className="my-photo" />
              <div className="flex min-h-11 flex-wrap items-center justify-between">
                <State image={image} link={link} />
                <Button
                  kind="ghost"
                  className="-mr-3 ml-auto"
                  aria-label={`Take back photo ${index + 1}`}
                  onClick={() => {
                    takeBack(link.slug, image._id)
                    heading.current?.focus()
                  }}
                >
                  Take back
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function visibilityOf({ visitorsSee }: Link, images: readonly Image[], owner: string) {
  if (visitorsSee === 'own') return `Only you and ${owner} see these`
  if (images.some(({ state }) => state === 'waiting')) return `Until they're approved, only you and ${owner} see them`
  return ''
}

function State({ image, link }: { image: Image; link: Link }) {
  if (image.state === 'waiting') {
    return (
      <Badge tone="warn" icon={Hourglass}>
        Waiting
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon={Check}>
      {link.adding?.needsApproval === false ? 'Added' : 'Approved'}
    </Badge>
  )
}
