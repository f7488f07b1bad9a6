/** The columns that links stand in, and what stands there while they load or where there are none. */
export const linkGrid = 'grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14'
