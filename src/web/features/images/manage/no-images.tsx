import { EmptyFrame } from '#web/ui/empty-frame.tsx'

export const NoImages = ({ isFull }: { isFull: boolean }) => (
  <div className="grid gap-5">
    <div aria-hidden="true" className="max-w-lead">
      <EmptyFrame />
    </div>
    <div className="grid gap-1">
      <h3 className="text-subhead">No images yet</h3>
      <p className="max-w-measure text-ink-2">
        {isFull
          ? 'Your plan has no room for more images. Others can still be moved here from your other links.'
          : "Drop pictures anywhere on this page, paste them, or choose files. The first one becomes the link's cover."}
      </p>
    </div>
  </div>
)
