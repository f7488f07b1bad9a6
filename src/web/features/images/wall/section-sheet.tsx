import type { Section } from '#shared/sections.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import '#web/ui/menu.css'

type Props = { sections: readonly Section[]; current: Section | undefined; onClose: () => void }

export function SectionSheet({ sections, current, onClose }: Props) {
  const goTo = (anchor: string) => {
    onClose()
    // The page can't scroll before the sheet is gone.
    requestAnimationFrame(() => {
      window.location.hash = anchor
      document.getElementById(anchor)?.scrollIntoView()
    })
  }
  return (
    <Dialog title="Sections" onClose={onClose}>
      <ul className="-mx-3">
        {sections.map(({ _id, anchor, title, imageCount }) => (
          <li key={_id}>
            <a
              href={`#${anchor}`}
              aria-current={_id === current?._id || undefined}
              className="menu-row justify-between aria-[current]:bg-hover"
              onClick={(event) => {
                event.preventDefault()
                goTo(anchor)
              }}
            >
              <bdi>{title}</bdi>
              <span className="text-caption text-ink-3 tabular-nums">{formatNumber(imageCount)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
