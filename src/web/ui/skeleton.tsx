import type { ReactNode } from 'react'
import './skeleton.css'

export const Skeleton = ({ className }: { className: string }) => <div className={`skeleton ${className}`} />

export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label}>
    {children}
  </div>
)
