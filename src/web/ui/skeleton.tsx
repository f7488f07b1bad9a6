import type { ReactNode } from 'react'
import './skeleton.css'

/** A grey shape where something will be; its class gives it that thing's size. */
export const Skeleton = ({ className }: { className: string }) => <div className={`skeleton ${className}`} />

/** Says to those who see no shapes that something is on its way. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label}>
    {children}
  </div>
)
