import { previewAs } from './api.ts'
import { useMounted } from './use-mounted.ts'

/** Returns undefined until hydrated, because the server renders pages for anonymous visitors. */
export const usePreviewAs = () => (useMounted() ? previewAs() : undefined)
