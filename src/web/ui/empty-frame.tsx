import './empty-frame.css'

/** A placeholder for a missing image that shows window light on a bare wall. */
export const EmptyFrame = ({ caption }: { caption?: string }) => (
  <div className="frame grid" aria-hidden={caption ? undefined : true}>
    {caption && (
      <span className="relative self-end justify-self-start px-4 py-3 text-caption text-ink-2">{caption}</span>
    )}
  </div>
)
