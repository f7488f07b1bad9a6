/** Between two ways to do the same thing. */
export const OrLine = () => (
  <p className="flex items-center gap-4 text-caption text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)
