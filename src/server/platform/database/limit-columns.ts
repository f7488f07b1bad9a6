const unlimited = -1

/** These columns can't use null for unlimited, because null means that no limit was set. */
export const toLimit = (column: number) => (column === unlimited ? null : column)
export const fromLimit = (limit: number | null) => limit ?? unlimited
