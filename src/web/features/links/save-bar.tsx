import { type RefObject, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { LinkForm } from './use-link-form.ts'

const onViewportChange = (listener: () => void) => {
  const viewport = window.visualViewport
  for (const event of ['resize', 'scroll']) viewport?.addEventListener(event, listener)
  return () => {
    for (const event of ['resize', 'scroll']) viewport?.removeEventListener(event, listener)
  }
}
/** Phones lay their keyboard over the page. Zooming in also shrinks the visual viewport, but covers nothing. */
function keyboardHeight() {
  const { height = window.innerHeight, offsetTop = 0, scale = 1 } = window.visualViewport ?? {}
  return scale === 1 ? Math.max(0, Math.round(window.innerHeight - height - offsetTop)) : 0
}

type Props = { ref: RefObject<HTMLElement | null>; form: LinkForm; parts: string[]; onDiscard: () => void }

/** Stays in view as long as there are unsaved changes. */
export function SaveBar({ ref, form, parts, onDiscard }: Props) {
  const bottom = useSyncExternalStore(onViewportChange, keyboardHeight)
  const { isDirty, dirtyFields } = form.formState
  const changes = Object.values(dirtyFields).filter(Boolean).length
  if (!isDirty && !form.refusal) return null
  return (
    <section
      ref={ref}
      aria-label="Unsaved changes"
      style={{ bottom }}
      className="save-bar sticky z-20 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] shadow-[0_-12px_32px_-24px_rgb(0_0_0/0.35)]"
    >
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-3 py-3 [@media(max-height:30rem)]:py-1.5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <div className="flex items-center gap-2">
          <p className="mr-auto min-w-0 text-ui leading-5">
            <span className="font-medium">
              {changes} <span className="max-sm:hidden">unsaved</span> {changes === 1 ? 'change' : 'changes'}
            </span>
            <span className="block truncate text-caption text-ink-3 max-[22rem]:hidden">In {parts.join(', ')}</span>
          </p>
          <Button kind="ghost" onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" form="edit-link" kind="primary" busy={form.isSubmitting && 'Saving'}>
            Save changes
          </Button>
        </div>
      </div>
    </section>
  )
}
