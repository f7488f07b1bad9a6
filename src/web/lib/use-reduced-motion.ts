import { useMediaQuery } from './use-media-query.ts'

export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
