import { countImageView, getImage, type Image } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { useOpened } from '../use-opened.ts'

/** One image; opening its page is a view. Its comments are fetched apart. */
export const useImage = (id: string) =>
  useOpened<{ state: 'open'; image: Image }>({
    page: 'image',
    id,
    fetchOpen: async (signal) => ({ state: 'open', image: (await call(getImage, { params: { id }, signal })).data }),
    count: () => call(countImageView, { params: { id } }),
  })
