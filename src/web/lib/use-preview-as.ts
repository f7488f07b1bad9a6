import { previewAs } from './api.ts'
import { useMounted } from './use-mounted.ts'

/** As whom an owner looks, for what is rendered: the server fills pages in for strangers. */
export const usePreviewAs = () => (useMounted() ? previewAs() : undefined)
