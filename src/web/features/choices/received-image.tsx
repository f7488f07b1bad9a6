import { Heart } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { type ChosenImage, chosenByText, nameOf } from './chosen-images.ts'

type Props = {
  chosen: ChosenImage
  /** How many people picked favorites, or undefined until all of them are loaded. */
  total: number | undefined
  /** Set to a choice ID if only one person's favorites are shown. */
  only: string | undefined
}

export function ReceivedImage({ chosen, total, only }: Props) {
  const { image, by } = chosen
  const name = image.title || image.fileName
  const noted = by.filter(({ _id, notes }) => notes[image._id] && (only === undefined || _id === only))
  return (
    <li>
      <RouterLink className="received-mat" to={generatePath(pages.image, { imageId: image._id })}>
        <img src={image.thumbnailUrl} alt={name} loading="lazy" />
      </RouterLink>
      <div className="mt-1 flex items-center justify-between gap-2">
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
