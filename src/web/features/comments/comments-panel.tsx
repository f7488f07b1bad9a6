import { MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { AddComment } from './add-comment.tsx'
import { CommentList, useCommentsTitle } from './comment-list.tsx'
import type { CommentTarget } from './comment-target.ts'

type Props = {
  imageId: string
  link: Link
  children: ReactNode
}

/** The lightbox version of `Comments`: the list scrolls, and the form opens on demand. */
export function CommentsPanel({ imageId, link, children }: Props) {
  const userId = useUser()?._id
  const target: CommentTarget = {
    imageId,
    linkOwnerId: link.user,
    ownerName: link.owner.name,
    isEditor: link.myRole === 'editor',
    commenting: link.comments,
    needsApproval: link.holdGuestComments,
  }
  const mayWrite = link.comments === 'off' ? userId === link.user : link.comments === 'guests' || userId !== undefined
  const title = useCommentsTitle(target)
  const [writing, setWriting] = useState<'not-yet' | 'now' | 'done'>('not-yet')
  return (
    <div className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="flex items-center justify-between gap-4 pt-1.5 pr-2 pb-1 pl-5">
        <h2 id="comments-title" className="font-medium">
          {title}
        </h2>
        {children}
      </div>
      <section
        aria-labelledby="comments-title"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        // The list and the form don't both fit on a landscape phone.
        className={`overflow-y-auto overscroll-contain px-5 pb-4 text-ui -outline-offset-2 [&_li:first-child]:border-t-0 [&_li:first-child]:pt-2 ${
          writing === 'now' ? '[@media(max-height:30rem)]:hidden' : ''
        }`}
      >
        <CommentList target={target} />
      </section>
      {/* Toasts stay above sticky bars. See toaster.tsx. */}
      <div className="sticky bottom-0 max-h-[60svh] overflow-y-auto [@media(max-height:30rem)]:max-h-none border-line border-t px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {mayWrite && writing !== 'now' ? (
          <Button
            icon={MessageCircle}
            // The button gets the focus back after posting or canceling.
            autoFocus={writing === 'done'}
            className="w-full"
            onClick={() => setWriting('now')}
          >
            Add a comment
          </Button>
        ) : (
          <AddComment target={target} onDone={() => setWriting('done')} />
        )}
      </div>
    </div>
  )
}
