/** A track with options, of which one is on. */
export const segmentStyle = {
  track: 'inline-flex max-w-full rounded-[10px] bg-sunken p-[3px] shadow-[inset_0_0_0_1px_var(--color-line)]',
  option:
    'inline-flex min-h-11 flex-1 items-center justify-center gap-1.5 whitespace-nowrap rounded-[7px] px-2.5 text-center text-ink-2 text-ui sm:min-h-9.5 sm:px-3.5',
}
