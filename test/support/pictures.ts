import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { keyOf } from '#server/features/images/image-files.ts'
import type { TestServer } from './server.ts'

/** Returns a small image. Each seed produces a different one, even in the four corners. */
export function aPicture({ width = 60, height = 40, seed = 1 } = {}) {
  const raw = Buffer.alloc(width * height * 3, seed * 37)
  for (let at = 0; at < raw.length; at += 3) raw[at] = (at * seed) % 255
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

/** Returns an animation in which every pixel changes between frames. */
export async function anAnimatedPicture({ frames = 2, width = 60, height = 40 } = {}) {
  const pages = Array.from({ length: frames }, (_, index) =>
    aPicture({ width, height, seed: index + 1 })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(pages), { join: { animated: true } })
}

let small: Promise<Buffer> | undefined

/** Always returns the same small JPEG, for tests in which the content doesn't matter. */
export function aSmallJpeg() {
  small ??= aPicture().jpeg().toBuffer()
  return small
}

const secrets = ['Nosy Camera', 'Nosy Lens', 'serial 4711', 'secret place', 'ns.adobe.com/xap']

/** Metadata that downloads keep. */
export const said = { takenAt: '2021-05-06T05:08:09.000Z', artist: 'Zoe', copyright: 'Somebody At Home' }

/** Adds private metadata, such as a location and a serial number, along with the metadata in `said`. */
export const withSecrets = (picture: Sharp) =>
  picture
    .withExif({
      IFD0: { Make: 'Nosy Camera', Artist: said.artist, Copyright: said.copyright, Software: 'secret place' },
      IFD2: {
        DateTimeOriginal: '2021:05:06 07:08:09',
        OffsetTimeOriginal: '+02:00',
        FNumber: '28/10',
        LensModel: 'Nosy Lens',
        BodySerialNumber: 'serial 4711',
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:xap="http://ns.adobe.com/xap/1.0/">secret place</x:xmpmeta>')

/** The EXIF tag of the GPS directory. */
const gps = Buffer.from([0x88, 0x25])

export async function secretsIn(bytes: Buffer) {
  const { exif, xmp, iptc } = await sharp(bytes).metadata()
  const blocks = Object.entries({ xmp, iptc }).flatMap(([name, block]) => (block ? [name] : []))
  return [...blocks, ...(exif?.includes(gps) ? ['gps'] : []), ...secrets.filter((secret) => bytes.includes(secret))]
}

const longestComment = 65_533

export function padded(jpeg: Buffer, size: number) {
  const comments: Buffer[] = []
  for (let missing = size - jpeg.length; missing > 0; ) {
    // The remainder must be zero or large enough for another comment's four-byte header.
    const length = missing <= longestComment + 4 ? missing - 4 : Math.min(longestComment, missing - 8)
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(length + 2, 2)
    comments.push(head, Buffer.alloc(length))
    missing -= length + 4
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

export async function storedKeys({ config }: TestServer) {
  if (config.storage.kind !== 'disk') throw new Error('Only disk storage can be listed')
  const { dir } = config.storage
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name)))
}

export async function findFaults(server: TestServer) {
  const links = await server.db.selectFrom('links').selectAll().execute()
  const images = await server.db.selectFrom('images').selectAll().execute()
  const usage = await server.db.selectFrom('usage').selectAll().execute()
  const stored = new Set(await storedKeys(server))
  const needed = new Set(
    images.flatMap(({ id, folder, files }) =>
      (JSON.parse(files) as { name: string }[]).map(({ name }) => keyOf(folder ?? id, name)),
    ),
  )
  const live = images.filter((image) => image.trashed_at === null)
  const ownerOf = new Map(links.map((link) => [link.id, link.user_id]))
  const ofLink = Map.groupBy(live, (image) => image.link_id)
  // The links in the trash belong to other accounts.
  const ofUser = Map.groupBy(live, (image) => ownerOf.get(image.link_id) ?? '')
  return [
    ...[...needed].filter((key) => !stored.has(key)).map((key) => `${key} is missing`),
    ...[...stored].filter((key) => !needed.has(key)).map((key) => `${key} doesn't belong to any image`),
    ...links.flatMap(({ id, image_count, cover_image_id }) => {
      const there = ofLink.get(id) ?? []
      const isCovered =
        there.length === 0 ? cover_image_id === null : there.some((image) => image.id === cover_image_id)
      return [
        ...(image_count === there.length ? [] : [`link ${id} has ${there.length} images and counts ${image_count}`]),
        ...(isCovered ? [] : [`link ${id} with ${there.length} images has the cover ${cover_image_id}`]),
      ]
    }),
    ...usage
      .filter((user) => user.images !== (ofUser.get(user.user_id)?.length ?? 0))
      .map(
        (user) => `user ${user.user_id} has ${ofUser.get(user.user_id)?.length ?? 0} images and counts ${user.images}`,
      ),
    ...usage.flatMap((user) => {
      // Includes the trash.
      const all = images.filter((image) => image.user_id === user.user_id)
      const sizes = new Map(all.map(({ id, folder, bytes }) => [folder ?? id, Number(bytes)]))
      const used = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
      return used === Number(user.bytes) ? [] : [`user ${user.user_id} uses ${used} bytes and counts ${user.bytes}`]
    }),
  ]
}
