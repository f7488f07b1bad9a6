import type { Link } from '#shared/links.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { UserText } from '#web/ui/user-text.tsx'
import './description.css'

/** Longer descriptions are clamped to three lines, so the images stay above the fold. */
const short = { characters: 200, lines: 3 }

/** Uses a native popover, which works without JavaScript. */
export function Description({ link: { title, description } }: { link: Link }) {
  if (!description) return null
  const isShort = description.length <= short.characters && description.split('\n').length <= short.lines
  const text = <UserText as="p" text={description} className={`opening-text ${isShort ? '' : 'line-clamp-3'}`} />
  if (isShort) return text
  return (
    <div className="min-w-0">
      {text}
      <button type="button" popoverTarget="whole-description" className="opening-read-on">
        Read more
      </button>
      <div id="whole-description" popover="auto" role="dialog" aria-label={`About ${title}`} className="whole-text">
        <h2 className="text-subhead" dir="auto">
          {title}
        </h2>
        <UserText as="p" text={description} className="whitespace-pre-line text-ink-2" />
        <button
          type="button"
          popoverTarget="whole-description"
          popoverTargetAction="hide"
          className={`${buttonStyle.plain} justify-self-end`}
        >
          Close
        </button>
      </div>
    </div>
  )
}
