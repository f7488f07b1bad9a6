const unlimited = -1

/** For columns in which null means that no limit was set. */
export const toLimit = (column: number) => (column === unlimited ? null : column)
export const fromLimit = (limit: number | null) => limit ?? unlimited
