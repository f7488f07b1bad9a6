import { lazy, Suspense, useState } from 'react'

const ReportDialog = lazy(async () => ({
  default: (await import('./report-dialog.tsx')).ReportDialog,
}))

export function ReportGallery({ slug }: { slug: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="cursor-pointer underline hover:text-ink noscript:hidden"
        onClick={() => setIsOpen(true)}
      >
        Report this gallery
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog slug={slug} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
