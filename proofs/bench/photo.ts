import sharp from 'sharp'

/** Returns a 12-megapixel JPEG of a few MB that resembles a camera photo: soft shapes, textures and fine grain. */
export function makePhoto(seed: number): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed | 1
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Xorshift, a fast seeded PRNG.
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      const grain = (state & 15) - 8
      const texture = 24 * Math.sin((x * y) / 9000)
      const shape = 55 * Math.sin(x / 310 + y / 470) + 30 * Math.sin(y / 90 - x / 1200) + texture
      pixels[at++] = 128 + shape + grain
      pixels[at++] = 118 + shape * 0.8 + grain
      pixels[at++] = 108 - shape * 0.6 + grain
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
