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
          ? "You've reached your plan's image limit. You can still move images here from your other links."
          : 'Drop images anywhere on this page, paste them, or choose files. The first one becomes the cover.'}
      </p>
    </div>
  </div>
)
