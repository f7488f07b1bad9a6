import { ChevronDown } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Section } from '#shared/sections.ts'
import { formatNumber } from '#web/lib/formats.ts'

const SectionSheet = lazy(async () => ({ default: (await import('./section-sheet.tsx')).SectionSheet }))

/** `isFirstShown` is true if the gallery starts with the first section. */
type Props = { sections: readonly Section[]; isFirstShown: boolean }

/** Stays below the header and marks the section in view. On phones, it's a row that opens a sheet. */
export function SectionLinks({ sections, isFirstShown }: Props) {
  const nav = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const index = useSectionInView(nav, sections, isFirstShown ? 0 : -1)
  const current = sections[index]

  useEffect(() => {
    const item = list.current?.children[index]
    if (!(item instanceof HTMLElement) || !list.current) return
    const { offsetLeft, offsetWidth } = item
    list.current.scrollTo({ left: offsetLeft - (list.current.clientWidth - offsetWidth) / 2 })
  }, [index])

  return (
    <nav ref={nav} aria-label="Sections" className="section-links bg-wall/94 backdrop-blur-md">
      <ul ref={list}>
        {sections.map(({ _id, anchor, title, imageCount }) => (
          <li key={_id}>
            <a href={`#${anchor}`} aria-current={_id === current?._id || undefined}>
              <bdi>{title}</bdi>
              <span className="text-caption text-ink-3 tabular-nums">{formatNumber(imageCount)}</span>
            </a>
          </li>
        ))}
      </ul>
      <button type="button" className="section-now" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <bdi>{current?.title ?? 'Sections'}</bdi>
        <span className="text-caption text-ink-3 tabular-nums">
          {current ? `${index + 1} of ${sections.length}` : sections.length}
        </span>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense>
          <SectionSheet sections={sections} current={current} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}

/** How far below the links a section has to start to be the one in view, in pixels. */
const reach = 96

function useSectionInView(nav: RefObject<HTMLElement | null>, sections: readonly Section[], initial: number) {
  const [index, setIndex] = useState(initial)
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      const { scrollHeight } = document.documentElement
      const bottom = nav.current?.getBoundingClientRect().bottom ?? 0
      // The last sections may be too short to reach the top, so the line moves down with the end of the page.
      const left = scrollHeight - window.scrollY - window.innerHeight
      const line = Math.max(bottom + reach, window.innerHeight - left)
      const isAbove = ({ anchor }: Section) =>
        (document.getElementById(anchor)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line
      setIndex(Math.max(initial, sections.findLastIndex(isAbove)))
    }
    const updateSoon = () => {
      frame ||= requestAnimationFrame(update)
    }
    updateSoon()
    window.addEventListener('scroll', updateSoon, { passive: true })
    window.addEventListener('resize', updateSoon)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', updateSoon)
      window.removeEventListener('resize', updateSoon)
    }
  }, [nav, sections, initial])
  return index
}
