import { EmptyFrame } from '#web/ui/empty-frame.tsx'

export const EmptyGallery = ({ isOwner }: { isOwner: boolean }) => (
  <section aria-label="Photos" className="wall-margins">
    <div className="grid items-center gap-8 px-3 sm:px-0 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:gap-16">
      <EmptyFrame />
      <div className="grid gap-2">
        <h2 className="text-subhead">No photos yet</h2>
        <p className="max-w-measure text-ink-2">
          {isOwner
            ? "Upload your first photos. They'll appear here for anyone with the link."
            : 'Check back soon with the same link.'}
        </p>
      </div>
    </div>
  </section>
)
