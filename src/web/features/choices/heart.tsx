import { Heart as HeartIcon } from 'lucide-react'
import type { Link } from '#shared/links.ts'
import { choose, useChoice } from './use-choice.ts'

type Props = { link: Link; imageId: string; alt: string }

const icon = <HeartIcon size={20} strokeWidth={1.75} aria-hidden="true" />

export function Heart({ link, imageId, alt }: Props) {
  const isChosen = useChoice(link, (store) => store.get().imageIds.includes(imageId))
  const isSent = useChoice(link, (store) => store.get().state === 'sent')
  const isFull = useChoice(link, (store) => store.isFull())
  if (isSent) {
    return (
      isChosen && (
        <span className="heart" data-chosen role="img" aria-label="In your favorites">
          {icon}
        </span>
      )
    )
  }
  return (
    <button
      type="button"
      className="heart"
      data-chosen={isChosen || undefined}
      aria-label={`Favorite ${alt}`}
      aria-pressed={isChosen}
      aria-disabled={(isFull && !isChosen) || undefined}
      onClick={() => choose(link, imageId, !isChosen)}
    >
      {icon}
    </button>
  )
}
