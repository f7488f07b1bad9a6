import { ImageRefused } from '#server/platform/images/image-header.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Person } from './builders.ts'
import { type FormPart, toForm } from './form.ts'
import { aSmallJpeg } from './pictures.ts'
import { createOwnServer, type TestServer } from './server.ts'

export type OwnLink = { _id: string; owner: Person }

export const addressOf = (link: OwnLink) => `/api/links/${link._id}/images`

export const aFile = async (
  given: Partial<{ name: string; fileName: string; bytes: Buffer }> = {},
): Promise<FormPart> => ({
  name: 'image',
  fileName: 'photo.jpg',
  bytes: await aSmallJpeg(),
  ...given,
})

export function sendForm(server: TestServer, link: OwnLink, parts: FormPart[]) {
  const { payload, headers } = toForm(parts)
  return server.post(addressOf(link), payload, { token: link.owner.token, headers })
}

export async function countOf(server: TestServer, { _id, owner }: OwnLink) {
  return (await server.get(`/api/links/${_id}`, { token: owner.token })).body.data.imageCount as number
}

export const setUsage = ({ db }: TestServer, { id }: Person, images: number) =>
  db.updateTable('usage').set({ images }).where('user_id', '=', id).execute()

/** Creates a server that rejects every file after 640 ms of work, and lets no one waste more than that. */
export const createServerWithoutPatience = () =>
  createOwnServer(
    {},
    {
      imageProcessor: createImageProcessor({
        waste: { allowedMs: 0, forgiven: 0.1 },
        clock: { monotonicMs: () => 0 },
        pool: {
          run: () => Promise.reject(new ImageRefused("it's damaged", { workMs: 640 })),
          warmUp() {},
          async close() {},
        },
      }),
    },
  )
