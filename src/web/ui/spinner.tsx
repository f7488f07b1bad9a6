import { LoaderCircle } from 'lucide-react'

/** For waits that have no shape; where one is known, a skeleton stands instead. */
export const Spinner = ({ label = 'Loading' }: { label?: string }) => (
  <div role="status" aria-label={label} className="grid min-h-[50dvh] place-items-center text-ink-3">
    <LoaderCircle size={28} strokeWidth={1.75} aria-hidden="true" className="animate-spin" />
  </div>
)
