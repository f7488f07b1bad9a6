const unlimited = -1

/** A limit as its column holds it, where null is taken: nobody has set one. */
export const toLimit = (column: number) => (column === unlimited ? null : column)
export const fromLimit = (limit: number | null) => limit ?? unlimited
