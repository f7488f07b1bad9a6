/** How somebody came to the result of a choice that took no payment; such an address has no session to verify. */
export type Arrival = { arrived: 'free' | 'changed' }

export const isArrival = (state: unknown): state is Arrival =>
  typeof state === 'object' && state !== null && 'arrived' in state
