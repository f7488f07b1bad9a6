import { previewAs } from './api.ts'
import { useMounted } from './use-mounted.ts'

/** undefined until hydrated, since the server renders pages for anonymous visitors. */
export const usePreviewAs = () => (useMounted() ? previewAs() : undefined)
