import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AddComment } from './add-comment.tsx'
import { CommentList, useCommentsTitle } from './comment-list.tsx'
import type { CommentTarget } from './comment-target.ts'

export function Comments({ target }: { target: CommentTarget }) {
  const title = useCommentsTitle(target)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()

  useEffect(() => {
    if (hash === '#comments') section.current?.scrollIntoView()
  }, [hash])

  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" className="grid content-start">
      <h2 id="comments-title" className="mb-5 text-subhead">
        {title}
      </h2>
      <div className="mb-7">
        <AddComment target={target} />
      </div>
      <CommentList target={target} />
    </section>
  )
}
