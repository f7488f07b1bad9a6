import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'

const wideScreen = () => window.matchMedia('(min-width: 64rem)')
const onResize = (listener: () => void) => {
  const query = wideScreen()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

type Props = {
  id: string
  title: string
  /** Shown on phones, where parts are collapsed. */
  summary: string
  note?: ReactNode
  /** Another hash that leads here, such as `#expiry`. */
  alias?: string
  startsOpen?: boolean
  hasError?: boolean
  children: ReactNode
}

/** A part of the edit page. Wide screens show all of it, and on phones it opens in place. */
export function LinkPart({ id, title, summary, note, alias, startsOpen = false, hasError = false, children }: Props) {
  const { hash, key } = useLocation()
  const isWide = useSyncExternalStore(onResize, () => wideScreen().matches)
  const [isOpened, setIsOpened] = useState(startsOpen || hash === `#${id}` || (alias !== undefined && hash === alias))
  const isOpen = isWide || isOpened || hasError
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const summaryId = useId()
  const bodyId = useId()

  // `key` changes with every navigation, so the same link works twice.
  useEffect(() => {
    if (!key || hash !== `#${id}`) return
    setIsOpened(true)
    section.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [hash, key, id])

  // The form can't focus an invalid field of a collapsed part.
  const reveal = useEffectEvent(() => {
    if (isWide || isOpened) return
    setIsOpened(true)
    if (document.activeElement?.ariaInvalid === 'true') return
    section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  useEffect(() => {
    if (hasError) reveal()
  }, [hasError])

  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line border-t max-lg:last:border-b lg:[form>&:first-of-type]:border-t-0"
    >
      <div className="relative grid min-h-18 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-4 py-3 lg:min-h-0 lg:pt-7 lg:pb-4 lg:[form>section:first-of-type>&]:pt-0">
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1} className="justify-self-start text-subhead">
          {isWide ? (
            title
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              aria-describedby={summaryId}
              className="cursor-pointer text-start after:absolute after:inset-0"
              onClick={() => setIsOpened(!isOpen)}
            >
              {title}
            </button>
          )}
        </h2>
        <p id={summaryId} className="col-start-1 truncate text-caption text-ink-3 lg:hidden">
          {summary}
        </p>
        {note && <p className="col-start-1 text-caption text-ink-3 lg:col-start-2 lg:row-start-1">{note}</p>}
        <ChevronDown
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={`col-start-2 row-span-3 row-start-1 self-center text-ink-3 transition-transform duration-(--calm) lg:hidden ${isOpen ? 'rotate-180' : ''}`}
        />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        <div className="grid gap-6 pb-8 lg:pb-9">{children}</div>
      </div>
    </section>
  )
}

type NavProps = { parts: readonly { id: string; title: string; isChanged?: boolean }[] }

export function PartsNav({ parts }: NavProps) {
  const current = useCurrentPart(parts.map(({ id }) => id))
  return (
    <nav aria-label="Parts of this page" className="max-lg:hidden lg:sticky lg:top-22">
      <ul>
        {parts.map(({ id, title, isChanged }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="flex min-h-11 items-center justify-between gap-2 border-line border-s-2 ps-3.5 pe-1.5 text-ink-2 text-ui no-underline hover:bg-hover hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              {title}
              {isChanged && (
                <span className="size-2 shrink-0 rounded-full bg-accent">
                  <span className="sr-only">changed</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the part in the upper third of the screen, or the one that was just navigated to. */
function useCurrentPart(ids: readonly string[]) {
  const { hash } = useLocation()
  const [current, setCurrent] = useState(ids[0])

  const update = useEffectEvent(() => {
    const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const isInView = (id: string) => topOf(id) >= 0 && topOf(id) < window.innerHeight * 0.6
    const target = ids.find((id) => hash === `#${id}` && isInView(id))
    setCurrent(target ?? ids.findLast((id) => topOf(id) < window.innerHeight / 3) ?? ids[0])
  })
  useEffect(() => {
    const onScroll = () => update()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])

  return current
}
