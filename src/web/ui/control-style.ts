export const controlStyle =
  'w-full min-h-12 rounded-control border border-line-control bg-surface px-3.5 py-2.5 text-body placeholder:text-ink-3 focus-visible:border-accent focus-visible:outline-offset-0 ' +
  // Don't use `read-only:`, which also matches every <select>.
  '[&[readonly]]:border-line [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--color-danger)]'
