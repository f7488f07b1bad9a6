import * as z from 'zod/mini'

const rendition = z.object({ url: z.string(), width: z.number(), height: z.number() })

export const image = z.object({
  _id: z.string(),
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
  url: z.nullable(z.string()),
  renditions: z.array(rendition),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  title: z.string(),
  description: z.string(),
  fileName: z.string(),
  takenAt: z.nullable(z.iso.datetime()),
  views: z.number(),
  isCoverImage: z.boolean(),
  createdAt: z.iso.datetime(),
  link: z.object({ _id: z.string(), slug: z.string(), title: z.string() }),
  user: z.object({ _id: z.string(), name: z.string() }),
})
export type Image = z.infer<typeof image>
