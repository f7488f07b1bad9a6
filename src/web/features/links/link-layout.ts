/** The head of a page about one link. */
export const headStyle =
  'grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]'
/** A form, and beside it (below it on phones) what it is about. */
export const splitStyle =
  'grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:items-start lg:justify-between lg:gap-12'
