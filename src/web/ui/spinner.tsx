import { LoaderCircle } from 'lucide-react'

/** Only use this if the layout isn't known yet. Otherwise use a skeleton. */
export const Spinner = ({ label = 'Loading' }: { label?: string }) => (
  <div role="status" aria-label={label} className="grid min-h-[50dvh] place-items-center text-ink-3">
    <LoaderCircle size={28} strokeWidth={1.75} aria-hidden="true" className="animate-spin" />
  </div>
)
